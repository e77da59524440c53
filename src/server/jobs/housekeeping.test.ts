import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { creditRetention } from '#features/credits/server/credit-retention.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createLimits } from '#platform/limits.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { deleteOld } from '#platform/work/retention.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { retentions, scheduleHousekeeping } from './housekeeping.ts'

let testSite: TestSite
let folder: string
// The spy is set before any connection is opened, since a connection keeps the `query` function that it starts with.
const query = vi.spyOn(pg.Client.prototype, 'query')
beforeAll(async () => {
  testSite = await createTestSite()
  folder = await mkdtemp(join(tmpdir(), 'house-'))
})
afterAll(async () => {
  await testSite.close()
  query.mockRestore()
  await rm(folder, { recursive: true })
})

/** Returns the time in this many days. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)

/** Returns the jobs that housekeeping schedules, by name. */
function scheduledJobs(now: Date, outbox?: string): Map<string, () => Promise<void>> {
  const scheduled = new Map<string, () => Promise<void>>()
  const every: Jobs['every'] = (name, _, handler) => {
    expect(scheduled.has(name)).toBe(false)
    scheduled.set(name, handler)
  }
  scheduleHousekeeping({ every } as Jobs, { db: testSite.db, outbox, now: () => now })
  return scheduled
}

async function runAll(now: Date, outbox?: string) {
  for (const run of scheduledJobs(now, outbox).values()) await run()
}

async function counts() {
  const { db } = testSite
  const count = async (table: 'rateLimits' | 'captchaSolutions' | 'letters' | 'auditLog') =>
    (await db.selectFrom(table).select(db.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()).rows
  const [limits, captcha, emails, auditEntries] = [
    await count('rateLimits'),
    await count('captchaSolutions'),
    await count('letters'),
    await count('auditLog'),
  ]
  return { limits, captcha, emails, auditEntries, files: (await readdir(join(folder, 'outbox'))).sort() }
}

it('housekeeping deletes old data and nothing else', async () => {
  const { db } = testSite
  const outbox = join(folder, 'outbox')
  // The folder for emails may not exist yet.
  await runAll(new Date(), join(folder, 'not there yet'))

  await mkdir(outbox)
  for (const name of ['old.eml', 'new.eml', 'notes.txt']) await writeFile(join(outbox, name), 'x')
  for (const name of ['old.eml', 'notes.txt']) await utimes(join(outbox, name), inDays(-31), inDays(-31))
  await createLimits(db).take({ name: 'login', points: 5, seconds: 900 }, 'anna')
  await db
    .insertInto('captchaSolutions')
    .values({ hash: Buffer.from('a'), expiresAt: inDays(0.1) })
    .execute()
  await inTransaction(db, async (tx) => {
    await testSite.mail.send(tx, { to: 'anna@example.test', subject: 'S', text: 'T', key: 'k' })
    await recordAuditEntry(tx, { kind: 'system', name: 'test' }, { action: 'x' })
  })

  await runAll(new Date(), outbox)
  expect(await counts()).toEqual({ limits: 1, captcha: 1, emails: 1, auditEntries: 1, files: ['new.eml', 'notes.txt'] })
  await runAll(inDays(31), outbox)
  expect(await counts()).toEqual({ limits: 0, captcha: 0, emails: 0, auditEntries: 1, files: ['notes.txt'] })
  await runAll(inDays(366), outbox)
  expect(await counts()).toMatchObject({ auditEntries: 0 })
})

it('every retention is valid SQL, and a table whose deletion fails doesn’t hold up the others', async () => {
  await sql`
    create function refuse_deletion() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
    create trigger refuse_deletion before delete on sessions for each row execute function refuse_deletion()`.execute(
    testSite.db,
  )
  await testSite.startSession(await testSite.addUser('expired'))
  await createLimits(testSite.db).take({ name: 'login', points: 5, seconds: 900 }, 'ben')
  const jobs = [...scheduledJobs(inDays(400))]
  expect(jobs.length).toBeGreaterThan(retentions.length)
  const results = await Promise.allSettled(jobs.map(([, run]) => run()))
  const failed = jobs.flatMap(([name], index) => (results[index]?.status === 'rejected' ? [name] : []))
  expect(failed).toEqual(['delete-old-sessions'])
  expect(await testSite.db.selectFrom('rateLimits').select('key').execute()).toEqual([])
})

it('a statement deletes a bounded number of rows, however many have ended, and the next run goes on', async () => {
  const { db } = testSite
  const userId = await testSite.addUser('saver')
  await sql`
    insert into credit_lots (user_id, id, kind, source_key, amount, remaining, starts_at, expires_at, created_at, entry)
    select ${userId}, gen_random_uuid(), 'allowance', 'free:' || n, 30, 0, '2020-01-01', '2020-02-01', '2020-01-01', n
    from generate_series(1, 230) n`.execute(db)
  const [, lots] = creditRetention
  if (!lots) throw new Error('The retention of grants is missing.')
  query.mockClear()
  const first = await deleteOld(db, { ...lots, batchRows: 5 }, new Date())
  const deletions = await Promise.all(
    query.mock.results.map(async ({ value }) => (await value) as { command: string; rowCount: number }),
  )
  expect(new Set(deletions.filter(({ command }) => command === 'DELETE').map(({ rowCount }) => rowCount))).toEqual(
    new Set([5]),
  )
  expect(first).toBe(200)
  expect(await deleteOldData(db, creditRetention, new Date())).toBe(30)
})

it('no other code deletes rows by their age', () => {
  const byAge =
    /(?:delete\s+from|deleteFrom\()(?:(?!\.execute|userId|user_id).)*?(?:At|_at|day|expire)['"]?,?\s*'?<(?!>)/s
  const found = globSync('src/**/server/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts') && path !== 'src/platform/work/retention.ts')
    .filter((path) => byAge.test(readFileSync(path, 'utf8')))
    .map((path) => `${path}: declare what is old in the feature’s …-retention.ts (src/platform/work/retention.ts).`)
  expect(found).toEqual([])
})
