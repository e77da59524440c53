import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import type { GroupRole } from '#features/groups/rules.ts'
import { newId } from '#platform/ids.ts'
import { urlOf } from '#test/cli.ts'
import type { DyingServerOptions } from '#test/dying-server.ts'
import { randomFrom } from '#test/random.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

/** `CRASH_SEED` repeats a run, as far as the timing between processes allows. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const rounds = 20
/** About how many statements the longest action sends, before which or after which the server dies. */
const statementsMax = { approve: 45, share: 45, import: 260 }
const filePrompts = 5

let testSite: TestSite
const people: Record<string, string> = {}
const by = (name: string) => people[name] as string

async function addGroup(slug: string, needsApproval: boolean) {
  const id = newId()
  const createdAt = new Date()
  await testSite.db.insertInto('groups').values({ id, slug, name: slug, needsApproval, createdAt }).execute()
  const roles: Record<string, GroupRole> = { writer: 'writer', approver: 'approver', admin: 'approver' }
  for (const [name, role] of Object.entries(roles))
    await testSite.db
      .insertInto('groupMembers')
      .values({ groupId: id, userId: by(name), role, source: 'admin', createdAt })
      .execute()
  return id
}

beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of ['writer', 'approver']) people[name] = await testSite.addUser(name)
  people.admin = await testSite.addUser('admin', 'admin')
  await addGroup('legal', true)
  await addGroup('sales', false)
})
afterAll(() => testSite?.close())

type Sent = { as: string; method?: string; path: string; json?: object; file?: Uint8Array<ArrayBuffer> }

/** Sends a request to a server that kills itself at this statement, or to the test site. */
async function send({ as, method = 'POST', path, json, file }: Sent, moment?: Pick<DyingServerOptions, 'when' | 'at'>) {
  const type = { 'content-type': file ? 'application/octet-stream' : 'application/json' }
  const headers = { ...(await testSite.headersOf(by(as))), ...type }
  const init = { method, headers, body: file ?? JSON.stringify(json) }
  if (!moment) {
    const response = await testSite.app.request(path, init)
    return { status: response.status, body: await response.json() }
  }
  const options: DyingServerOptions = { ...moment, connection: urlOf(testSite.connection), connections: 4 }
  const args = ['test/dying-server.ts', JSON.stringify(options)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [null])])
  await fetch(`http://127.0.0.1:${Number(port)}${path}`, init).then(
    (response) => response.text(),
    () => null,
  )
  child.kill('SIGKILL')
  await ended
  // What the server had begun ends when PostgreSQL notices.
  await testSite.db.transaction().execute((tx) => sql`select from groups for no key update`.execute(tx))
  return null
}

async function succeed(request: Sent) {
  const answer = await send(request)
  if (!answer || answer.status >= 400) throw new Error(`${request.path}: ${JSON.stringify(answer)}`)
  return answer.body
}

let texts = 0
const written = (more: object) => ({
  title: `Contract ${++texts}`,
  content: `Check contract number ${texts} of {{customer}}.`,
  category: 'research',
  ...more,
})

/** The prompts of groups that lack something that belongs to each of them, or have something half. */
async function findHalves() {
  const { rows } = await sql<{ title: string }>`
    select p.title from prompts p where p.group_id is not null and not (
      p.version = (select max(version) from prompt_versions v where v.prompt_id = p.id)
      and p.version = (select count(*) from prompt_versions v where v.prompt_id = p.id)
      and p.content = (select v.content from prompt_versions v where v.prompt_id = p.id and v.version = p.version)
      and exists (select from prompt_reviews r where r.prompt_id = p.id and r.group_id = p.group_id)
      and (p.status <> 'shared' or exists (select from group_prompts g where g.prompt_id = p.id and g.shared)))
    union all select 'approval of ' || p.title from approvals a join prompts p on p.id = a.prompt_id
    where (a.state = 'approved') <> exists (
      select from audit_log l where l.action = 'prompt.approve' and l.target_id = p.id::text)
    union all select 'collection ' || col.title from collections col join collection_groups g on g.collection_id = col.id
    where not exists (select from collection_items i where i.collection_id = col.id)`.execute(testSite.db)
  return rows
}

const momentOf = (action: keyof typeof statementsMax) => ({
  when: random() < 0.5 ? ('before' as const) : ('after' as const),
  at: 1 + Math.floor(random() * statementsMax[action]),
})

const actions = {
  async approve() {
    const prompt = await succeed({ as: 'writer', path: '/api/prompts', json: written({ status: 'draft' }) })
    const to = { status: 'shared', group: 'legal' }
    const request = await succeed({ as: 'writer', path: `/api/prompts/${prompt.id}/approvals`, json: to })
    const json = { revision: request.revision, version: request.prompt.version }
    const decision: Sent = { as: 'approver', path: `/api/approvals/${request.id}/approve`, json }
    await send(decision, momentOf('approve'))
    const halves = await findHalves()
    expect([halves, (await succeed(decision)).state]).toEqual([[], 'approved'])
  },
  async share() {
    const prompt = await succeed({ as: 'writer', path: '/api/prompts', json: written({ status: 'draft' }) })
    const change: Sent = {
      as: 'writer',
      method: 'PATCH',
      path: `/api/prompts/${prompt.id}`,
      json: { status: 'shared', group: 'sales', title: `${prompt.title} for sales` },
    }
    await send(change, momentOf('share'))
    const halves = await findHalves()
    expect([halves, (await succeed(change)).status]).toEqual([[], 'shared'])
  },
  async import() {
    const [slug, source] = [`target-${++texts}`, `source-${texts}`]
    await addGroup(source, false)
    const target = await addGroup(slug, false)
    const items: string[] = []
    for (let count = 0; count < filePrompts; count++) {
      const json = written({ status: 'shared', group: source })
      const { id } = await succeed({ as: 'approver', path: '/api/prompts', json })
      const content = `Check contract ${texts} again.`
      await succeed({ as: 'approver', method: 'PATCH', path: `/api/prompts/${id}`, json: { content } })
      await succeed({
        as: 'approver',
        method: 'PUT',
        path: `/api/prompts/${id}/labels/production`,
        json: { version: 1 },
      })
      items.push(id)
    }
    const json = { title: `Contracts ${texts}`, visibility: 'shared', groups: [source] }
    const { id } = await succeed({ as: 'approver', path: '/api/collections', json })
    for (const item of items)
      await succeed({ as: 'approver', path: `/api/collections/${id}/items`, json: { kind: 'prompt', id: item } })
    const headers = await testSite.headersOf(by('approver'))
    const exported = await testSite.app.request(`/api/groups/${source}/export`, { headers })
    const file = new Uint8Array(await exported.arrayBuffer())
    const whole: Sent = { as: 'admin', path: `/api/groups/${slug}/import`, file }
    await send(whole, momentOf('import'))
    expect(await findHalves()).toEqual([])
    const { rows: partly } = await sql<{ title: string }>`
      select title from prompts p where group_id = ${target} and (
        version <> 2 or not exists (select from prompt_labels l where l.prompt_id = p.id and l.version = 1)
        or not exists (select from group_import_keys k where k.prompt_id = p.id))`.execute(testSite.db)
    expect(partly).toEqual([])
    await succeed(whole)
    const { prompts, collections } = await succeed(whole)
    expect([...prompts, ...collections].map(({ result }: { result: string }) => result)).toEqual(
      Array.from({ length: filePrompts + 1 }, () => 'same'),
    )
    const { rows } = await sql<{ prompts: number; items: number }>`
      select (select count(*) from prompts where group_id = ${target})::int as prompts,
        (select count(*) from collection_items i join collection_groups g using (collection_id)
          where g.group_id = ${target})::int as items`.execute(testSite.db)
    expect(rows).toEqual([{ prompts: filePrompts, items: filePrompts }])
  },
}

it(`a server that is killed at any moment leaves nothing of a group half done, and a repetition completes it (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round++) await Object.values(actions)[round % 3]?.()
  expect(await findDrifts(testSite.db)).toEqual([])
})
