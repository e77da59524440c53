import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
const people: Record<string, string> = {}
const by = (name: string) => people[name] as string
const group = 'legal'

beforeAll(async () => {
  testSite = await createTestSite({ site: { moderation: 'pre' } })
  const [id, createdAt] = [newId(), new Date()]
  await testSite.db
    .insertInto('groups')
    .values({ id, slug: group, name: group, needsApproval: true, createdAt })
    .execute()
  for (const [name, role] of [
    ['writer', 'writer'],
    ['reader', 'reader'],
    ['approver', 'approver'],
    ['second', 'approver'],
  ] as const) {
    people[name] = await testSite.addUser(name)
    const membership = { groupId: id, userId: by(name), role, source: 'admin' as const, createdAt }
    await testSite.db.insertInto('groupMembers').values(membership).execute()
  }
  people.outsider = await testSite.addUser('outsider')
  people.moderator = await testSite.addUser('moderator', 'moderator')
})
afterAll(() => testSite.close())

const send = (path: string, as: string, json: object = {}, method = 'POST') =>
  testSite.request(path, { method, as: by(as), json })
const read = async (path: string, as?: string) => (await testSite.request(path, { as: as && by(as) })).body
const statusFor = async (id: string, ...names: string[]) =>
  Promise.all(names.map(async (name) => (await testSite.request(`/api/prompts/${id}`, { as: by(name) })).status))
const decisionOn = ({ revision, prompt }: { revision: number; prompt: { version: number } }) => ({
  revision,
  version: prompt.version,
})

let texts = 0
async function draft() {
  const content = `Check contract number ${++texts} of {{customer}} for risks.`
  const { body } = await send('/api/prompts', 'writer', {
    ...{ title: `Contract check ${texts}`, content, category: 'research', status: 'draft' },
  })
  return body
}
async function shared() {
  const prompt = await draft()
  const { body } = await send(`/api/prompts/${prompt.id}/approvals`, 'writer', { status: 'shared', group })
  expect((await send(`/api/approvals/${body.id}/approve`, 'approver', decisionOn(body))).status).toBe(200)
  return read(`/api/prompts/${prompt.id}`, 'writer')
}

/** The tables that an approval writes to, in which a process may die. */
const tables = ['prompts', 'prompt_versions', 'prompt_reviews', 'approvals', 'audit_log', 'notification_events']

describe('an approval that ends between its steps', () => {
  it.each(tables)('before it is written to %s is as if it had never begun, and can be repeated', async (table) => {
    const prompt = await shared()
    const edit = { title: `Checked contract ${texts}`, content: `${prompt.content} Name the clause.` }
    const { body: asked } = await send(`/api/prompts/${prompt.id}/approvals`, 'writer', edit)
    const state = async () => ({
      prompt: await read(`/api/prompts/${prompt.id}`, 'reader'),
      versions: await read(`/api/prompts/${prompt.id}/versions`, 'writer'),
      approval: await read(`/api/approvals/${asked.id}`, 'writer'),
      oversight: await read(`/api/prompts/${prompt.id}/review`, 'writer'),
      log: (await sql`select count(*) from audit_log`.execute(testSite.db)).rows,
      events: (await sql`select count(*) from notification_events`.execute(testSite.db)).rows,
    })
    const before = await state()
    await sql`
      create or replace function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`.execute(
      testSite.db,
    )
    await sql`create trigger die before insert or update on ${sql.table(table)} for each row execute function die()`.execute(
      testSite.db,
    )
    const died = await send(`/api/approvals/${asked.id}/approve`, 'approver', decisionOn(asked))
    await sql`drop trigger die on ${sql.table(table)}`.execute(testSite.db)
    expect(died.status).toBe(500)
    expect(await state()).toEqual(before)

    const again = await Promise.all(
      [1, 2].map(() => send(`/api/approvals/${asked.id}/approve`, 'approver', decisionOn(asked))),
    )
    expect(again.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'approved'],
      [200, 'approved'],
    ])
    const { versions, prompt: changed } = await state()
    expect([versions.length, changed.title]).toEqual([before.versions.length + 1, edit.title])
    await deliverEvents(testSite.db, testSite.now)
    const { items } = await read('/api/notifications?limit=100', 'writer')
    const received = items.filter((item: { prompt: { id: string } | null }) => item.prompt?.id === prompt.id)
    // One about the first approval of the prompt, and one about this.
    expect(received.filter(({ kind }: { kind: string }) => kind === 'approval-answer').length).toBeLessThanOrEqual(2)
  })
})

describe('two approvers who decide at the same moment', () => {
  it('store one version, whichever they approve or return', async () => {
    for (let round = 0; round < 6; round++) {
      const prompt = await shared()
      const { body: asked } = await send(`/api/prompts/${prompt.id}/approvals`, 'writer', { title: `Round ${round}` })
      const both = await Promise.all(
        ['approver', 'second'].map((as) => send(`/api/approvals/${asked.id}/approve`, as, decisionOn(asked))),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await read(`/api/prompts/${prompt.id}/versions`, 'writer')).toHaveLength(2)
    }
  })
})

describe('the way of a group’s prompt to everybody, on a site where moderators look first', () => {
  it('leads past an approver and then a moderator; until then the group reads it, and nobody else', async () => {
    const prompt = await shared()
    const { body: asked } = await send(`/api/prompts/${prompt.id}/approvals`, 'writer', { status: 'published' })
    expect(await statusFor(prompt.id, 'reader', 'outsider', 'moderator')).toEqual([200, 404, 404])
    expect((await send(`/api/approvals/${asked.id}/approve`, 'approver', decisionOn(asked))).status).toBe(200)
    expect((await read(`/api/prompts/${prompt.id}`, 'writer')).status).toBe('pending')
    // The moderator has to read what they decide about.
    expect(await statusFor(prompt.id, 'reader', 'outsider', 'moderator')).toEqual([200, 404, 200])
    expect((await testSite.request(`/api/prompts/${prompt.id}`)).status).toBe(404)
    const path = `/api/admin/prompts/${prompt.id}`
    expect((await send(path, 'moderator', { status: 'published' }, 'PATCH')).status).toBe(200)
    expect(await statusFor(prompt.id, 'reader', 'outsider', 'moderator')).toEqual([200, 200, 200])
    expect((await read(`/api/prompts/${prompt.id}`)).slug).toBe(`contract-check-${texts}`)
  })

  it('ends with the moderator who refuses it: then the writers of the group see it, and nobody else', async () => {
    const prompt = await shared()
    const { body: asked } = await send(`/api/prompts/${prompt.id}/approvals`, 'writer', { status: 'published' })
    await send(`/api/approvals/${asked.id}/approve`, 'approver', decisionOn(asked))
    const removal = { status: 'removed', removedReason: 'It is about a person.' }
    expect((await send(`/api/admin/prompts/${prompt.id}`, 'moderator', removal, 'PATCH')).status).toBe(200)
    expect(await statusFor(prompt.id, 'writer', 'approver', 'reader', 'outsider')).toEqual([200, 200, 404, 404])
  })
})
