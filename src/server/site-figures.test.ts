import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { folderPlace } from './backup/backup-places.ts'
import { createMetrics } from './metrics.ts'
import { openPool } from './platform/db.ts'
import { createSiteFigures } from './site-figures.ts'

let world: World
let folder: string
let time = new Date('2026-11-24T12:00:00Z')
const now = () => time
const ready = async () => ({ isReady: true }) as const
beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'promptarium-figures-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const read = () =>
  createSiteFigures({ db: world.db, now, readiness: ready, aiBudget: 5, backupPlaces: [folderPlace(folder)] })()

describe('the figures of the site', () => {
  it('say what waits, how long, and what today cost', async () => {
    const before = await read()
    expect(before).toMatchObject({ databaseUp: true, databaseWritable: true, aiSpent: 0, aiBudget: 5, backupAge: null })
    expect(before.databaseBytes).toBeGreaterThan(1_000_000)
    await world.db.transaction().execute(async (tx) => {
      await world.jobs.add(tx, 'a-job', null)
      await world.jobs.add(tx, 'a-later-job', null, { after: new Date(Date.now() + 3_600_000) })
    })
    const hourAgo = new Date(Date.now() - 3_600_000)
    await world.db
      .insertInto('letters')
      .values({ id: crypto.randomUUID(), key: 'waiting', recipient: 'a@example.org', createdAt: hourAgo })
      .execute()
    await world.db.insertInto('aiSpending').values({ day: '2026-11-24', micros: 1_250_000 }).execute()
    const after = await read()
    expect(after.jobsWaiting).toBe((before.jobsWaiting ?? 0) + 1)
    expect(after.emailsWaiting).toBe((before.emailsWaiting ?? 0) + 1)
    expect(after.emailsOldestAge).toBeGreaterThan(3_590)
    expect(after.aiSpent).toBe(1.25)
  })

  it('have the age of the newest nightly backup', async () => {
    for (const name of [
      'promptarium-2026-11-23T023000Z.backup',
      'promptarium-2026-11-22T023000Z.backup.age',
      'other.backup',
    ])
      await writeFile(join(folder, name), '')
    expect((await read()).backupAge).toBe(33.5 * 3_600)
  })

  it('say that the database is away, and nothing else of it', async () => {
    const { db } = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' }, () => undefined)
    const away = async () => ({ isReady: false, status: 'database away', retryAfter: 5 }) as const
    const figures = await createSiteFigures({ db, now, readiness: away, aiBudget: null })()
    expect(figures).toMatchObject({ databaseUp: false, databaseWritable: false, jobsWaiting: null, aiSpent: null })
    await db.destroy()
  })

  it('are read at most every ten seconds', async () => {
    const figures = createSiteFigures({ db: world.db, now, readiness: ready, aiBudget: null })
    const first = figures()
    expect(figures()).toBe(first)
    time = new Date(time.getTime() + 10_000)
    expect(figures()).not.toBe(first)
    await first
  })

  it('are metrics; what there isn’t has no line', async () => {
    const figures = createSiteFigures({
      db: world.db,
      now,
      readiness: ready,
      aiBudget: null,
      backupPlaces: [folderPlace(folder)],
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
