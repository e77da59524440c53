import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { openFolderPlace } from '../database/backup/backup-places.ts'
import { createMetrics } from './metrics.ts'
import { createSiteFigures } from './site-figures.ts'

let testSite: TestSite
let folder: string
let time = new Date('2026-11-24T12:00:00Z')
const now = () => time
const ready = async () => ({ isReady: true }) as const
beforeAll(async () => {
  testSite = await createTestSite()
  folder = await mkdtemp(join(tmpdir(), 'promptarium-figures-'))
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true })
})

const read = () =>
  createSiteFigures({ db: testSite.db, now, readiness: ready, aiBudget: 5, backupPlaces: [openFolderPlace(folder)] })()

describe('the figures of the site', () => {
  it('say what is waiting and for how long, and what models cost today', async () => {
    const before = await read()
    expect(before).toMatchObject({ databaseUp: true, databaseWritable: true, aiSpent: 0, aiBudget: 5, backupAge: null })
    expect(before.databaseBytes).toBeGreaterThan(1_000_000)
    await testSite.db.transaction().execute(async (tx) => {
      await testSite.jobs.add(tx, 'a-job', null)
      await testSite.jobs.add(tx, 'a-failed-job', null)
      await testSite.jobs.add(tx, 'a-later-job', null, { after: new Date(Date.now() + 3_600_000) })
    })
    const hourAgo = new Date(Date.now() - 3_600_000)
    await testSite.db
      .insertInto('letters')
      .values({ id: crypto.randomUUID(), key: 'waiting', recipient: 'a@example.org', createdAt: hourAgo })
      .execute()
    await testSite.db.insertInto('aiSpending').values({ day: '2026-11-24', micros: 1_250_000 }).execute()
    await testSite.db
      .insertInto('letters')
      .values({ id: crypto.randomUUID(), key: 'refused', refusedAt: new Date(), createdAt: hourAgo })
      .execute()
    await sql`
      insert into billing_events (id, type, object_kind, object_id, received_at, attempts, processed_at, last_error)
      select 'evt_' || n, 'invoice.paid', 'invoice', 'in_1', ${time}::timestamptz - n * interval '10 hours', 1,
        case n when 1 then ${time}::timestamptz end, case n when 2 then 'away' end
      from generate_series(1, 3) n`.execute(testSite.db)
    await sql`
      update pgboss.job set state = 'failed', completed_on = now()
      where id = (select id from pgboss.job where data->>'name' = 'a-failed-job')`.execute(testSite.db)
    const after = await read()
    expect(after).toMatchObject({ jobsFailed: 1, emailsRefused: 1, webhooksReceived: 2, webhooksFailed: 1 })
    expect(after.jobsWaiting).toBe((before.jobsWaiting ?? 0) + 1)
    expect(after.emailsWaiting).toBe((before.emailsWaiting ?? 0) + 1)
    expect(after.emailsOldestAge).toBeGreaterThan(3_590)
    expect(after.aiSpent).toBe(1.25)
  })

  it('have the age of the newest nightly backup, and of the newest checked one', async () => {
    for (const name of [
      'promptarium-2026-11-23T023000Z.backup',
      'promptarium-2026-11-22T023000Z.backup.age',
      'other.backup',
    ])
      await writeFile(join(folder, name), '')
    expect(await read()).toMatchObject({
      backupPlaceCount: 1,
      backupsUnusable: [],
      backupAge: 33.5 * 3_600,
      checkedBackupAge: null,
    })
    await openFolderPlace(folder).markChecked('promptarium-2026-11-22T023000Z.backup.age')
    expect((await read()).checkedBackupAge).toBe(57.5 * 3_600)
  })

  it('have the number of places for backups that can’t be used as a metric', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const backupPlaces = [openFolderPlace(folder), openFolderPlace(file)]
    const figures = createSiteFigures({ db: testSite.db, now, readiness: ready, aiBudget: null, backupPlaces })
    const pool = () => ({ total: 1, idle: 1, waiting: 0 })
    const text = await createMetrics({ cacheBytes: () => 0, pool, figures }).read()
    expect(text).toContain('\nbackups_unreadable 1\n')
    await rm(file)
  })

  it('have the free space on the disk, unless the data folder is missing', async () => {
    const sources = { db: testSite.db, now, readiness: ready, aiBudget: null }
    const { diskFree, diskSize } = await createSiteFigures({ ...sources, dataFolder: folder })()
    expect(diskFree).toBeGreaterThan(0)
    expect(diskSize).toBeGreaterThanOrEqual(diskFree ?? 0)
    expect(await createSiteFigures({ ...sources, dataFolder: join(folder, 'nowhere') })()).toMatchObject({
      diskFree: null,
    })
  })

  it('say that the database is down, and have no figures from it', async () => {
    const { db } = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' }, () => undefined)
    const unreachable = async () => ({ isReady: false, status: 'database unreachable', retryAfter: 5 }) as const
    const figures = await createSiteFigures({ db, now, readiness: unreachable, aiBudget: null })()
    expect(figures).toMatchObject({ databaseUp: false, databaseWritable: false, jobsWaiting: null, aiSpent: null })
    await db.destroy()
  })

  it('don’t wait long for a locked table, since Prometheus waits only ten seconds', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const other = testSite.db.transaction().execute(async (tx) => {
      await sql`lock table letters in access exclusive mode`.execute(tx)
      locked()
      await isOver
    })
    await isLocked
    const readQuickly = createSiteFigures({ db: testSite.db, now, readiness: ready, aiBudget: null, storedMs: 50 })
    const figures = await readQuickly().finally(end)
    expect(figures).toMatchObject({
      databaseUp: false,
      readError: 'the database takes longer than 50 ms',
      jobsWaiting: null,
    })
    await other
  })

  it('are read at most once every ten seconds', async () => {
    const figures = createSiteFigures({ db: testSite.db, now, readiness: ready, aiBudget: null })
    const first = figures()
    expect(figures()).toBe(first)
    time = new Date(time.getTime() + 10_000)
    expect(figures()).not.toBe(first)
    await first
  })

  it('are shown as metrics, except those without a value', async () => {
    const figures = createSiteFigures({
      db: testSite.db,
      now,
      readiness: ready,
      aiBudget: null,
      backupPlaces: [openFolderPlace(folder)],
    })
    const text = await createMetrics({
      cacheBytes: () => 0,
      pool: () => ({ total: 3, idle: 1, waiting: 2 }),
      figures,
    }).read()
    expect(text).toContain('\ndatabase_up 1\n')
    expect(text).toContain('\ndatabase_connections{state="idle"} 1\n')
    expect(text).toMatch(/\nbackup_age_seconds \d+\n/)
    expect(text).not.toMatch(/\nai_budget_dollars \d/)
  })
})
