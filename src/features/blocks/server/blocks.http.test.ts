import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { blocksMax } from '../rules.ts'
import { maySeeContentOf } from './block-visibility.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const changeBlock = (as: string | undefined, name: string, kind: string | null) =>
  testSite.request(`/api/user/blocks/${name}`, {
    as,
    ...(kind === null ? { method: 'DELETE' } : { method: 'PUT', json: { kind } }),
  })
const listBlocks = async (as: string) => (await testSite.request('/api/user/blocks', { as })).body
const canSee = async (reader: string, person: string | null) => {
  const { rows } = await sql<{ sees: boolean }>`
    select ${maySeeContentOf(sql`${reader}::uuid`, sql`${person}::uuid`)} as sees`.execute(testSite.db)
  return rows[0]?.sees
}

it('a block hides two people from each other, a mute hides only one of them, and members see only their own blocks and mutes', async () => {
  const [ada, bob] = [await testSite.addUser('Ada'), await testSite.addUser('Bob')]
  const canSeeEachOther = async () => [await canSee(ada, bob), await canSee(bob, ada)]
  for (const [kind, expected] of [
    ['block', [false, false]],
    ['mute', [false, true]],
    [null, [true, true]],
  ] as const) {
    for (const _ of ['once', 'again']) expect((await changeBlock(ada, 'BOB', kind)).status).toBe(204)
    expect(await canSeeEachOther()).toEqual(expected)
    expect(await listBlocks(bob)).toEqual([])
    expect(await listBlocks(ada)).toMatchObject(kind === null ? [] : [{ username: 'Bob', kind }])
  }
  expect(await canSee(ada, null)).toBe(true)
})

it('members can’t block themselves, the site account or an unknown name, and visitors can’t block anybody', async () => {
  const carl = await testSite.addUser('Carl')
  const { rows: siteAccounts } = await sql<{ username: string }>`
    select username::text from users where id = '01900000-0000-7000-8000-000000000001'`.execute(testSite.db)
  const statuses = [
    await changeBlock(carl, 'carl', 'block'),
    await changeBlock(carl, siteAccounts[0]?.username ?? '', 'block'),
    await changeBlock(carl, 'nobody', 'block'),
    await changeBlock(carl, 'nobody', null),
    await changeBlock(carl, 'carl', 'slap'),
    await changeBlock(undefined, 'carl', 'block'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 404, 204, 400, 401])
})

it('concurrent requests can’t block more people than one member may block or mute', async () => {
  const dora = await testSite.addUser('Dora')
  await sql`
    insert into users (id, name, email, username, display_username)
    select gen_random_uuid(), n, n || '@many.test', 'many' || n, 'many' || n from generate_series(1, ${blocksMax + 2}) n`.execute(
    testSite.db,
  )
  await sql`
    insert into blocks (user_id, blocked_id, kind, created_at)
    select ${dora}, id, 'mute', now() from users where email like '%@many.test' order by id limit ${blocksMax - 1}`.execute(
    testSite.db,
  )
  const { rows } = await sql<{ username: string }>`
    select username::text from users u where email like '%@many.test'
      and not exists (select from blocks b where b.blocked_id = u.id)`.execute(testSite.db)
  const responses = await Promise.all(rows.map(({ username }) => changeBlock(dora, username, 'block')))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409])
})
