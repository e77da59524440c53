import { CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

/** How many saved prompts and notifications the member has. */
const rowCount = 20_000

let testSite: TestSite
let member: string
beforeAll(async () => {
  testSite = await createTestSite()
  member = await testSite.addUser('ada')
  const { id } = await testSite.addPrompt()
  // Copies of one prompt, without what triggers would add to lists.
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'prompts' and is_generated = 'NEVER' and column_name not in ('id', 'slug', 'import_key', 'published_at')
    `.execute(testSite.db)
  const columns = sql.join(rows.map(({ name }) => sql.id(name)))
  await sql`alter table prompts disable trigger user`.execute(testSite.db)
  await sql`
    insert into prompts (id, slug, published_at, ${columns})
    select gen_random_uuid(), 'copy-' || n, now() - n * interval '1 minute', ${columns}
    from prompts, generate_series(1, ${rowCount}::int) n where id = ${id}`.execute(testSite.db)
  await sql`alter table prompts enable trigger user`.execute(testSite.db)
  await sql`
    insert into notification_events (id, kind, prompt_id, thread, created_at, delivered)
    select id, 'prompt-version', id, 'prompt:' || id, published_at, true from prompts`.execute(testSite.db)
  // Others have as long lists, so that reading whole tables costs more.
  const others = [await testSite.addUser('bob'), await testSite.addUser('cleo'), await testSite.addUser('dan')]
  for (const userId of [...others, member]) {
    await sql`
      insert into favourites (user_id, prompt_id, saved_at)
      select ${userId}::uuid, id, published_at from prompts`.execute(testSite.db)
    await sql`
      insert into notifications (user_id, event_id, thread, created_at, read_at)
      select ${userId}::uuid, id, thread, created_at, case when row_number() over (order by id) % 2 = 0 then created_at end
      from notification_events`.execute(testSite.db)
  }
  await sql`vacuum analyze`.execute(testSite.db)
})
afterAll(() => testSite.close())

/** Returns a copy of `db`, and the statements that it has sent. */
function recordStatements(db: Db): { db: Db; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(new PostgresQueryCompiler().compileQuery(node as RootOperationNode, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(recorder), statements }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many rows of tables a plan has read, at any place. */
function rowsRead(plan: Plan): number {
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined)
  return scans.reduce((sum, scan) => {
    const { 'Actual Rows': rows, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops } = scan
    return sum + (rows + removed) * loops
  }, 0)
}

/** Reads an address as the member. Returns its statements with the rows that each has read, and the tables it scanned. */
async function observe(address: string) {
  const { db, statements } = recordStatements(testSite.db)
  const app = testSite.appWith({ db })
  const headers = await testSite.headersOf(member)
  const ask = () => app.request(address, { headers })
  // The first answer also reads what the process then remembers.
  expect((await ask()).status, address).toBe(200)
  statements.length = 0
  const { status } = await ask()
  expect(status).toBe(200)
  const reads = statements.filter(({ sql }) => sql.trimStart().startsWith('select'))
  const plans = await Promise.all(
    reads.map(async (statement) => {
      const explain = CompiledQuery.raw(`explain (analyze, format json) ${statement.sql}`, [...statement.parameters])
      const { rows } = await testSite.db.executeQuery<Record<string, [{ Plan: Plan }]>>(explain)
      return Object.values(rows[0] ?? {})[0]?.[0].Plan as Plan
    }),
  )
  const scanned = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan')
  return {
    count: statements.length,
    rows: plans.reduce((sum, plan) => sum + rowsRead(plan), 0),
    scannedTables: new Set(scanned.map((node) => node['Relation Name'])),
  }
}

const largeTables = ['favourites', 'notifications', 'notification_events', 'prompts']

// Totals are counted up to 1,000, with a few rows of other tables for each.
it.each([
  ['who is signed in', '/api/user', 4, 10],
  ['saved prompts', '/api/favorites', 3, 5000],
  ['the number of saved prompts, on the home page', '/api/favorites?limit=1', 3, 5000],
  ['notifications', '/api/notifications', 3, 5000],
  ['unread notifications', '/api/notifications?unread=true', 3, 5000],
  ['the number of unread notifications', '/api/notifications/count', 2, 500],
  ['settings of notifications', '/api/user/notification-settings', 2, 10],
  ['the own profile', '/api/user/profile', 2, 10],
  ['drafts, on the home page', '/api/user/prompts?limit=1&status=draft', 4, 10],
])('%s: few statements and rows, however long the member’s lists are', async (_, address, statements, rows) => {
  const observed = await observe(address)
  expect(observed.count).toBeLessThanOrEqual(statements)
  expect(observed.rows).toBeLessThanOrEqual(rows)
  expect(largeTables.filter((table) => observed.scannedTables.has(table))).toEqual([])
})
