import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type SendOptions } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction, openPool } from '#platform/database/db.ts'
import type { Json } from '#platform/json.ts'
import type { JobHandler } from '#platform/work/jobs.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { noLog } from '../telemetry/request-log.ts'
import { createJobQueue, jobsSchema } from './job-queue.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
beforeEach(() => sql`delete from pgboss.job`.execute(testSite.db))
/** The handler of the jobs with the name “note”. Each test sets its own. */
let note: JobHandler
beforeAll(() => testSite.jobs.handle('note', (data, job) => note(data, job)))
afterAll(() => testSite.close())

const add = (data: Json, options?: { key?: string; after?: Date }) =>
  inTransaction(testSite.db, (tx) => testSite.jobs.add(tx, 'note', data, options))

describe('a job', () => {
  it('is added only if its transaction commits', async () => {
    const done: Json[] = []
    note = async (data) => void done.push(data)
    const failing = inTransaction(testSite.db, async (tx) => {
      await testSite.jobs.add(tx, 'note', 'rolled back')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await add({ flag: true, list: [1, null] })
    expect(await testSite.runJobs()).toBe(1)
    expect(done).toEqual([{ flag: true, list: [1, null] }])
    expect(await testSite.runJobs()).toBe(0)
  })

  it('with a key is added once while it waits, and can be added again when it is done', async () => {
    const done: Json[] = []
    note = async (data) => void done.push(data)
    await Promise.all(Array.from({ length: 10 }, (_, n) => add(n, { key: 'same' })))
    await add('other', { key: 'other' })
    expect(await testSite.runJobs()).toBe(2)
    await add('again', { key: 'same' })
    await testSite.runJobs()
    expect(done).toHaveLength(3)
    expect(done.at(-1)).toBe('again')
  })

  it('is retried later if it fails, and its handler gets the number of the attempt', async () => {
    const attempts: number[] = []
    note = async (_, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('not yet')
    }
    await add(null)
    expect(await testSite.runJobs()).toBe(1)
    expect(await testSite.runJobs(), 'the retry isn’t due yet').toBe(0)
    await testSite.runJobs({ includingNotDue: true })
    expect(attempts).toEqual([1, 2, 3])
  })

  it('is logged and given up after too many failures', async () => {
    const error = vi.fn()
    const jobs = createJobQueue(testSite.db, { ...noLog, error })
    jobs.handle('note', () => Promise.reject(new Error('never')), { retries: 1 })
    await add('x')
    expect(await jobs.runWaiting({ includingNotDue: true })).toBe(2)
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ job: 'note', attempt: 2, error: 'never' }),
      expect.any(String),
    )
    await jobs.stop()
  })

  it('isn’t run before its time', async () => {
    note = async () => undefined
    await add('later', { after: new Date(Date.now() + 3_600_000) })
    expect(await testSite.runJobs()).toBe(0)
    expect(await testSite.runJobs({ includingNotDue: true })).toBe(1)
  })

  it('with an unknown name waits for a process that has a handler for the name', async () => {
    await inTransaction(testSite.db, (tx) => testSite.jobs.add(tx, 'new kind', 'new'))
    await testSite.runJobs()
    const newer = createJobQueue(testSite.db, noLog)
    const done: Json[] = []
    newer.handle('new kind', async (data) => void done.push(data))
    await newer.runWaiting({ includingNotDue: true })
    expect(done).toEqual(['new'])
    await newer.stop()
  })
})

describe('the declaration of a job', () => {
  const nothing = async () => undefined

  it('is refused if another job has the same name', () => {
    const queue = createJobQueue(testSite.db, noLog)
    queue.handle('taken', nothing)
    queue.every('scheduled', '0 3 * * *', nothing)
    for (const name of ['taken', 'scheduled']) {
      expect(() => queue.handle(name, nothing)).toThrow('Give each its own')
      expect(() => queue.every(name, '0 4 * * *', nothing)).toThrow('Give each its own')
    }
  })

  it.each([
    ['25 7 * *', 'five fields'],
    ['0 25 7 * * *', 'five fields'],
    ['25 7 30 2 *', 'a day that doesn’t exist'],
    ['25 7 1 13 *', 'a day that doesn’t exist'],
  ])('is refused with the schedule %s', (cron, words) => {
    expect(() => createJobQueue(testSite.db, noLog).every('sweep', cron, nothing)).toThrow(words)
  })

  it.each(['25 7 29 2 *', '25 7 1 * *', '*/5 * * * 1-5'])('is accepted with the schedule %s', (cron) => {
    expect(() => createJobQueue(testSite.db, noLog).every('sweep', cron, nothing)).not.toThrow()
  })
})

describe('processes', () => {
  it('share the jobs, and each job is run by one process, even if the job was added before they started', async () => {
    const done: string[] = []
    const others = [1, 2].map(() => {
      const queue = createJobQueue(testSite.db, noLog)
      queue.handle('note', async (data) => {
        await sleep(5)
        done.push(String(data))
      })
      return queue
    })
    for (let n = 0; n < 30; n++) await add(n)
    await Promise.all(others.map((queue) => queue.start()))
    await expect.poll(() => done).toHaveLength(30)
    await Promise.all(others.map((queue) => queue.stop()))
    expect(new Set(done).size).toBe(30)
  })

  it('let running jobs finish when they stop, and start no others', async () => {
    let ended = 0
    const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const queue = createJobQueue(testSite.db, noLog)
    queue.handle('note', async () => {
      began.resolve()
      await mayEnd.promise
      ended++
    })
    await add('running')
    await queue.start()
    await began.promise
    expect(await states(testSite)).toEqual(['active'])
    const stopping = queue.stop()
    mayEnd.resolve()
    await stopping
    expect(ended).toBe(1)
    await add('left')
    expect(await states(testSite)).toEqual(['completed', 'created'])
  })

  it('log that the database is unavailable, and can still stop', async () => {
    const warn = vi.fn()
    const { db } = openPool(testSite.connection, () => undefined, { max: 3 })
    const queue = createJobQueue(db, { ...noLog, warn })
    const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    queue.handle('note', async () => {
      began.resolve()
      await mayEnd.promise
    })
    await add('running')
    await queue.start()
    await began.promise
    await db.destroy()
    // The queue now can't store that the job has ended. An idle queue would need the database only seconds later.
    mayEnd.resolve()
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
    await queue.stop()
  })

  it('can add jobs in more transactions at the same time than they have connections', async () => {
    const { db } = openPool(testSite.connection, () => undefined, { max: 2 })
    const queue = createJobQueue(db, noLog)
    await queue.open()
    const adds = Array.from({ length: 20 }, (_, n) => inTransaction(db, (tx) => queue.add(tx, 'note', n)))
    await Promise.all(adds)
    await queue.stop()
    await db.destroy()
    expect(await states(testSite)).toHaveLength(20)
  })
})

describe('a nightly job', () => {
  it('is retried within a minute after each failure, so that its schedule is never blocked for longer', async () => {
    const waits: number[] = []
    const queue = createJobQueue(testSite.db, noLog)
    queue.every('failing', '0 3 * * *', async () => {
      // How long this attempt would have to wait if `runWaiting` ran only due jobs.
      const { rows } = await sql<{ wait: number }>`
        select extract(epoch from start_after - now())::float as wait from pgboss.job
        where state = 'active'`.execute(testSite.db)
      waits.push(...rows.map(({ wait }) => wait))
      throw new Error('not today')
    })
    await queue.start()
    await queue.stop()
    await sql`delete from pgboss.job`.execute(testSite.db)
    // The job sent below is the one that the schedule would send at three o'clock.
    const { rows } = await sql<{ data: object; options: SendOptions }>`
      select data, options from pgboss.schedule where key = 'failing'`.execute(testSite.db)
    const boss = new PgBoss({ db: fromKysely(testSite.db), schema: jobsSchema, supervise: false, schedule: false })
    await boss.start()
    const { singletonKey, retryLimit, retryDelay, retryBackoff, retryDelayMax } = rows[0]?.options ?? {}
    const options = { singletonKey, retryLimit, retryDelay, retryBackoff, retryDelayMax }
    expect(await boss.send('jobs', rows[0]?.data ?? {}, options)).not.toBeNull()
    await queue.runWaiting({ includingNotDue: true })
    expect(waits.length).toBeGreaterThan(10)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
    expect(await boss.send('jobs', rows[0]?.data ?? {}, options), 'the next job can be added').not.toBeNull()
    await boss.stop({ close: false })
    await queue.stop()
    await sql`delete from pgboss.schedule`.execute(testSite.db)
  })

  it('is scheduled once for all processes; one that no process confirms anymore is removed', async () => {
    const [backups, other] = [createJobQueue(testSite.db, noLog), createJobQueue(testSite.db, noLog)]
    const nothing = async () => undefined
    backups.every('sweep', '0 3 * * *', nothing)
    backups.every('backup', '0 4 * * *', nothing)
    other.every('sweep', '30 3 * * *', nothing)
    const readSchedules = async () => {
      const { rows } = await sql<{ schedule: string }>`
        select key || ' ' || cron || ' ' || timezone as schedule from pgboss.schedule order by 1`.execute(testSite.db)
      return rows.map(({ schedule }) => schedule)
    }
    const wait = () =>
      sql`update pgboss.schedule set updated_on = updated_on - interval '3 minutes'`.execute(testSite.db)
    await backups.start()
    // A process with other settings, such as one without backups, must not end the schedules of the others.
    await other.start()
    expect(await readSchedules()).toEqual(['backup 0 4 * * * UTC', 'sweep 30 3 * * * UTC'])
    await wait()
    await backups.start()
    await other.start()
    expect(await readSchedules()).toHaveLength(2)
    await wait()
    await other.start()
    expect(await readSchedules()).toEqual(['sweep 30 3 * * * UTC'])
    // The process couldn’t reach the database for some minutes.
    await backups.start()
    expect(await readSchedules()).toHaveLength(2)
    await backups.stop()
    await other.stop()
  })
})

async function states(of: TestSite): Promise<string[]> {
  const { pool, db } = openPool(of.connection, () => undefined, { max: 1 })
  const { rows } = await pool.query<{ state: string }>(
    `select state from pgboss.job where name = 'jobs' order by created_on`,
  )
  await db.destroy()
  return rows.map(({ state }) => state)
}
