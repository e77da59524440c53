import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { askOwners } from './ask-owners.ts'

const reviews = 100_000
/** So many owners share half of the prompts; one owner has the other half. */
const owners = 500

let testSite: TestSite
const groupId = newId()
beforeAll(async () => {
  testSite = await createTestSite({ site: { sendsEmail: true } })
  const { db } = testSite
  const owner = await testSite.addUser('owner')
  await db.insertInto('groups').values({ id: groupId, slug: 'legal', name: 'Legal', createdAt: new Date() }).execute()
  const { id: modelId } = await testSite.addPrompt({ userId: owner })
  await db.connection().execute(async (connection) => {
    // Triggers and foreign keys would take minutes, and what they maintain isn't asked about.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`
      insert into users (id, name, email, username, display_username, email_verified)
      select gen_random_uuid(), 'owner-' || n, 'owner-' || n || '@example.test', 'owner-' || n, 'owner-' || n, true
      from generate_series(1, ${owners}::int) n`.execute(connection)
    await sql`
      insert into group_members (group_id, user_id, role, source, created_at)
      select ${groupId}, id, 'writer', 'admin', now() from users where username like 'owner%'`.execute(connection)
    await sql`create temporary table copied as select * from prompts where id = ${modelId}`.execute(connection)
    await sql`
      update copied set status = 'shared', group_id = ${groupId}, group_ids = array[${groupId}]::uuid[], import_key = null`.execute(
      connection,
    )
    const { rows: stored } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'prompts' and is_generated = 'NEVER' and column_name not in ('id', 'slug')`.execute(connection)
    const columns = sql.join(stored.map(({ name }) => sql.id(name)))
    await sql`
      insert into prompts (id, slug, ${columns}) select gen_random_uuid(), 'contract-' || n, ${columns}
      from copied, generate_series(1, ${reviews}::int) n`.execute(connection)
    await sql`
      insert into prompt_reviews (prompt_id, group_id, owner_id, due_at)
      select p.id, ${groupId}, case when p.place % 2 = 0 then ${owner}::uuid else o.ids[1 + p.place / 2 % ${owners}::int] end,
        now() - interval '1 day'
      from (select id, (row_number() over ())::int as place from prompts where group_id = ${groupId}) p,
        (select array_agg(id) as ids from users where username like 'owner-%') o`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
})
afterAll(() => testSite?.close())

it('a hundred thousand due reviews are asked about once, with a bounded number of rows and statements at a time', async () => {
  const results: number[] = []
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      results.push(result.rows.length)
      return result
    },
  }
  const context = { ...testSite, siteName: 'Test', origin: () => 'http://localhost', sendsEmail: true }
  await askOwners({ ...context, db: testSite.db.withPlugin(counter) })
  const { rows } = await sql<{ asked: number; waiting: number; letters: number }>`
    select count(asked_at)::int as asked, count(*) filter (where asked_at is null)::int as waiting,
      (select count(*) from letters where subject like 'Is it still right?%')::int as letters from prompt_reviews`.execute(
    testSite.db,
  )
  // The owner with half of them hasn't confirmed an address.
  expect(rows).toEqual([{ asked: reviews, waiting: 0, letters: owners }])
  expect(Math.max(...results)).toBeLessThanOrEqual(5_000)
  // Per person a few statements, and one for each batch of prompts and each page of people.
  expect(results.length).toBeLessThan(20 * (owners + 1) + reviews / 5_000 + owners / 100)
  results.length = 0
  await askOwners({ ...context, db: testSite.db.withPlugin(counter) })
  expect(results).toEqual([0])
  await deliverEvents(testSite.db, testSite.now)
  const { rows: told } = await sql<{ people: number; most: number }>`
    select count(distinct user_id)::int as people, count(*)::int as most from notifications`.execute(testSite.db)
  expect(told).toEqual([{ people: owners + 1, most: owners + 1 }])
})
