import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { createSiteHealth } from '#server/telemetry/site-health.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Health } from '../contract.ts'

let testSite: TestSite
let admin: string
beforeAll(async () => {
  testSite = await createTestSite()
  admin = await testSite.addUser('health-admin', 'admin')
})
afterAll(() => testSite.close())

const read = async (): Promise<Health> => (await testSite.request('/api/admin/health', { as: admin })).body

/** Installs pg_stat_statements in a schema of its own, as operators may. */
async function createExtension(): Promise<void> {
  await sql`create schema if not exists watched`.execute(testSite.db)
  await sql`create extension if not exists pg_stat_statements schema watched`.execute(testSite.db)
}

describe('the health of the site', () => {
  it('is for admins only', async () => {
    const moderator = await testSite.addUser('health-moderator', 'moderator')
    expect((await testSite.request('/api/admin/health')).status).toBe(401)
    expect((await testSite.request('/api/admin/health', { as: moderator })).status).toBe(403)
    expect((await testSite.request('/api/admin/health', { as: admin })).status).toBe(200)
  })

  it('has the checks of figures, and those of `doctor` that don’t read whole tables', async () => {
    const { checks } = await read()
    expect(checks.map(({ subject }) => subject)).toEqual([
      ...['jobs', 'emails', 'webhooks', 'AI budget', 'database size', 'backups'],
      ...['database', 'encoding', 'migrations', 'extensions', 'text search', 'time-outs', 'writes'],
    ])
    expect(checks.find(({ subject }) => subject === 'migrations')).toEqual({
      subject: 'migrations',
      level: 'ok',
      message: 'all applied',
    })
  })

  it.each([
    [{ name: 'a:5432', serves: true, reason: '' }, 'ok', /^1 of 1 serve reads/],
    [
      { name: 'a:5432', serves: false, reason: 'it is behind' },
      'warn',
      /^0 of 1 .* Not used: a:5432 \(it is behind\)\. /,
    ],
  ])('checks the replicas (%j) and requests that wait for a connection', async (state, level, message) => {
    const pool = () => ({ total: 5, idle: 0, waiting: 11 })
    const { checks } = await createSiteHealth({
      db: testSite.db,
      now: testSite.now,
      pool,
      replicas: { states: () => [state] },
    })()
    expect(checks).toContainEqual({ subject: 'replicas', level, message: expect.stringMatching(message) })
    expect(checks).toContainEqual({
      subject: 'connections',
      level: 'warn',
      message: expect.stringMatching(/^5 busy, 0 idle, 11 requests wait/),
    })
  })

  it('is partial if the database is unavailable', async () => {
    const { db } = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' }, () => undefined)
    const { checks, statements } = await createSiteHealth({ db, now: testSite.now })()
    expect(checks).toContainEqual({
      subject: 'figures',
      level: 'fail',
      message: expect.stringMatching(/^jobs, emails, webhooks, budget and size can’t be read: .*ECONNREFUSED/),
    })
    expect(statements).toEqual({
      items: [],
      advice: expect.stringMatching(/^Statements can’t be read at the moment: /),
    })
    await db.destroy()
  })

  it('says how to make PostgreSQL record statements', async () => {
    expect((await read()).statements).toEqual({
      items: [],
      advice: expect.stringMatching(/^PostgreSQL doesn’t collect/),
    })
    await createExtension()
    // The test's server doesn't preload the library of the extension.
    expect((await read()).statements.advice).toContain('shared_preload_libraries')
  })

  it('has the statements that took the most time, except those that may contain values', async () => {
    await createExtension()
    // Replaces the extension's view with one whose rows the test knows. It has the update once for each database, and
    // only that of the site's database counts.
    await sql`alter extension pg_stat_statements drop view watched.pg_stat_statements`.execute(testSite.db)
    await sql`drop view watched.pg_stat_statements cascade`.execute(testSite.db)
    await sql`
      create view watched.pg_stat_statements as
      select oid as dbid, query, 4::bigint as calls, total / 4.0::float8 as mean_exec_time, total as total_exec_time
      from pg_database, (values ('select 1' || e'\n  from a where b = $1', 8::float8), ('  update c set d = $1', 12),
        ('alter role somebody password ''hidden''', 99), ('selective', 98)) as one (query, total)
      where datname = current_database() or query like '  update%'`.execute(testSite.db)
    const { items, advice } = (await read()).statements
    expect(advice).toBeNull()
    expect(items).toEqual([
      { text: ' update c set d = $1', calls: 4, mean: 3, total: 12 },
      { text: 'select 1 from a where b = $1', calls: 4, mean: 2, total: 8 },
    ])
  })
})
