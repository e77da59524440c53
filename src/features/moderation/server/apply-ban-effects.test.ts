import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { savePrompt } from '#features/favorites/server/save-prompt.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { comparisonIdIn } from '#test/compare-site.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { banPerson } from './ban-person.ts'

let testSite: TestSite
let admin: string
beforeAll(async () => {
  testSite = await createTestSite()
  admin = await testSite.addUser('root', 'admin')
})
afterAll(async () => {
  // The stored counts are still correct.
  expect(await findDrifts(testSite.db)).toEqual([])
  expect(await findVoteDrifts(testSite.db)).toEqual([])
  await testSite.close()
})

const changeUser = (id: string, json: object) =>
  testSite.request(`/api/admin/users/${id}`, { method: 'PATCH', as: admin, json })
const readStatus = async (id: string, as?: string) => (await testSite.request(`/api/prompts/${id}`, { as })).status
const send = (as: string, path: string, json: object) => testSite.request(path, { method: 'POST', as, json })

/** Adds a moderator with prompts, who voted on one prompt of another author, saved a second and edited a third one. */
async function addTroll(name: string, prompts: number) {
  const id = await testSite.addUser(name, 'moderator')
  const own = await testSite.addPrompts(prompts, { userId: id, title: `Pills ${name}`, tags: [name] })
  const [voted = '', saved = '', edited = ''] = await testSite.addPrompts(3)
  await send(id, '/api/votes', { promptId: voted, value: 1 })
  await send(id, '/api/favorites', { promptId: saved })
  await testSite.request(`/api/prompts/${edited}`, { method: 'PATCH', as: id, json: { title: 'Cheap things' } })
  return { id, own, voted, saved, edited }
}
type Troll = Awaited<ReturnType<typeof addTroll>>

async function expectHidden({ id, own }: Troll, name: string) {
  expect(await Promise.all(own.map((prompt) => readStatus(prompt)))).toEqual(own.map(() => 404))
  const lists = [`?tag=${name}`, `?author=${name}`].map((query) => testSite.request(`/api/prompts${query}`))
  for (const { body } of await Promise.all(lists)) expect(body.items).toEqual([])
  expect((await testSite.request(`/api/search?q=pills+${name}`)).body.prompts.items).toEqual([])
  expect((await testSite.request(`/api/user`, { as: id })).status).toBe(401)
}

async function expectUndone(troll: Troll) {
  const read = async (id: string) => (await testSite.request(`/api/prompts/${id}`, { as: admin })).body
  const { rows } = await sql<{ removed: boolean }>`
    select status = 'removed' and removed_reason = 'The account was banned.' as removed
    from prompts where id = any(${troll.own})`.execute(testSite.db)
  expect(rows).toEqual(troll.own.map(() => ({ removed: true })))
  expect((await read(troll.own[0] ?? '')).status).toBe('removed')
  expect((await read(troll.voted)).votes.up).toBe(0)
  expect((await read(troll.saved)).favorites).toBe(0)
  expect((await read(troll.edited)).title).not.toBe('Cheap things')
  const { items } = await listAuditEntries(
    testSite.db,
    { action: 'account.undo', target: { kind: 'user', id: troll.id } },
    { limit: 9 },
  )
  expect(items).toMatchObject([{ actor: { id: admin }, details: { prompts: troll.own.length, edits: 1 } }])
  expect(await testSite.db.selectFrom('takedowns').selectAll().where('userId', '=', troll.id).execute()).toEqual([])
}

/**
 * Runs `work` while another transaction locks a prompt. Everything that needs this lock waits until `work` calls
 * `release`.
 */
async function whilePromptLocked(promptId: string, work: (release: () => Promise<unknown>) => Promise<void>) {
  const holder = await testSite.db.startTransaction().execute()
  try {
    await sql`select from prompts where id = ${promptId} for update`.execute(holder)
    await work(() => holder.commit().execute())
  } finally {
    if (!holder.isCommitted) await holder.rollback().execute()
  }
}

describe('a ban with a takedown', () => {
  it('doesn’t block other authors while it waits, and hides the account’s prompts immediately', async () => {
    const troll = await addTroll('troll', 3)
    const other = await testSite.addUser('other_author')
    await whilePromptLocked(troll.saved, async (release) => {
      const banning = changeUser(troll.id, { banned: true, undo: true })
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      const draft = { title: 'A letter to a landlord', content: 'Write a letter to {{landlord}}.', category: 'general' }
      const published = await send(other, '/api/prompts', { ...draft, description: 'For tenants.', tags: ['letters'] })
      expect(published.status).toBe(201)
      await expectHidden(troll, 'troll')
      await release()
      expect((await banning).body).toMatchObject({ banned: true, prompts: 0 })
    })
    await expectUndone(troll)
    await testSite.runJobs()
    await expectUndone(troll)
  })

  it('is completed by the job if the process dies right after the ban', async () => {
    const troll = await addTroll('ghost', 2)
    await inTransaction(testSite.db, (tx) =>
      banPerson({ ...testSite, hooks }, tx, memberOf(admin, 'admin'), { userId: troll.id, undo: true }),
    )
    await expectHidden(troll, 'ghost')
    expect((await testSite.request(`/api/prompts/${troll.own[0]}`, { as: admin })).body.status).toBe('published')
    await testSite.runJobs()
    await expectUndone(troll)
  })

  it('succeeds even if its database connection is cut, and the job completes it', async () => {
    const troll = await addTroll('goblin', 2)
    await whilePromptLocked(troll.saved, async (release) => {
      const banning = changeUser(troll.id, { banned: true, undo: true })
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(testSite.db)
      expect(await banning).toMatchObject({ status: 200, body: { banned: true } })
      await expectHidden(troll, 'goblin')
      await release()
    })
    await testSite.runJobs()
    await expectUndone(troll)
  })

  it('also takes down what the author is writing at that moment, and refuses later writes', async () => {
    const troll = await addTroll('hasty', 1)
    const [origin, other] = [await testSite.addPrompt(), await testSite.addPrompt()]
    const fork = { title: 'Pills hasty fork', content: 'Sell {{pills}} to everybody.', category: 'general' }
    await whilePromptLocked(origin.id, async (release) => {
      const writing = send(troll.id, '/api/prompts', { ...fork, forkOf: origin.id })
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      const banning = changeUser(troll.id, { banned: true, undo: true })
      await expect.poll(() => testSite.countLockWaits()).toBe(2)
      await release()
      expect((await writing).status).toBe(201)
      expect((await banning).body).toMatchObject({ banned: true })
    })
    await testSite.runJobs()
    const bannedMember = memberOf(troll.id)
    const refused = { code: 'authentication_required' }
    await expect(inTransaction(testSite.db, (tx) => lockWriter(tx, bannedMember))).rejects.toMatchObject(refused)
    await expect(savePrompt(testSite.db, bannedMember, other.id, new Date())).rejects.toMatchObject(refused)
    const rows = await testSite.db.selectFrom('prompts').select('status').where('userId', '=', troll.id).execute()
    expect(rows).toEqual([{ status: 'removed' }, { status: 'removed' }])
  })

  it('takes down more prompts than one step handles', async () => {
    const troll = await addTroll('legion', 110)
    expect((await changeUser(troll.id, { banned: true, undo: true })).body).toMatchObject({ banned: true, prompts: 0 })
    await expectUndone(troll)
  })

  it('takes down no prompts if it is lifted before the job runs', async () => {
    const troll = await addTroll('wronged', 2)
    await inTransaction(testSite.db, (tx) =>
      banPerson({ ...testSite, hooks }, tx, memberOf(admin, 'admin'), { userId: troll.id, undo: true }),
    )
    expect((await changeUser(troll.id, { banned: false })).status).toBe(200)
    await testSite.runJobs()
    expect(await Promise.all(troll.own.map((id) => readStatus(id)))).toEqual([200, 200])
    expect((await testSite.request(`/api/prompts/${troll.voted}`)).body.votes.up).toBe(1)
  })
})

it('requests in progress are refused after a ban: reports, verdicts, pasted answers, sharing', async () => {
  const troll = await addTroll('quick', 0)
  const otherMember = await testSite.addUser('stranger')
  const compare = async (as: string) => {
    const json = { content: 'Explain the tides to {{reader}}.', models: [composerId, checkerId] }
    const id = comparisonIdIn(await (await testSite.stream('/api/comparisons', { as, json })).events())
    return `/api/comparisons/${id}`
  }
  const [own, other] = [await compare(troll.id), await compare(otherMember)]
  await send(otherMember, `${other}/share`, {})
  const report = { promptId: troll.saved, reason: 'spam' }
  const banSet = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const ban = inTransaction(testSite.db, async (tx) => {
    await setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId: troll.id, banned: true })
    banSet.resolve()
    await mayCommit.promise
  })
  await banSet.promise
  const sent = Promise.all([
    send(troll.id, '/api/reports', report),
    send(troll.id, '/api/reports', { comparisonId: other.split('/').pop(), reason: 'spam' }),
    send(troll.id, `${own}/share`, {}),
    send(troll.id, `${own}/answers`, { model: 'My own', text: 'High and low.' }),
    send(troll.id, `${other}/vote`, { outcome: 'tie', blind: true }),
  ])
  await expect.poll(() => testSite.countLockWaits()).toBe(5)
  mayCommit.resolve()
  await ban
  expect((await sent).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})
