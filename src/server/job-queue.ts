import { sql } from 'kysely'
import type { Job, PgBoss } from 'pg-boss'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { JobHandler, Jobs } from '#server/platform/jobs.ts'
import type { Json } from '#server/platform/json.ts'
import { StartError } from './start-error.ts'
import { tellSometimes } from './tell-sometimes.ts'

/** pg-boss keeps its tables here, apart from ours: a backup has none of them. */
export const jobsSchema = 'pgboss'
/** All jobs are in one queue, so that a process that waits asks one question, however many kinds there are. */
const queue = 'jobs'
/** The last of these tries comes about two days after the first. */
const mostRetries = 20
/**
 * Jobs of a schedule are tried again within a minute, in s, and given up after some twenty of these: while one waits for
 * its next try, the queue drops what the schedule sends (policy `exclusive`), so none may wait for long.
 */
const scheduleRetry = { retryLimit: mostRetries, retryDelay: 5, retryBackoff: true, retryDelayMax: 60 } as const
/** A process that was killed is noticed after this, in s, and its jobs go to another. */
const heartbeatSeconds = 30
/** What runs at the end may take this long, in ms: less than the server's own patience. */
const stopMs = 8_000

const settings = {
  // Exclusive: one job for each key that waits or runs.
  policy: 'exclusive',
  retryLimit: mostRetries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 300,
  heartbeatSeconds,
  deleteAfterSeconds: 24 * 3600,
} as const

type Log = { warn(fields: object, message: string): void; error(fields: object, message: string): void }
type Envelope = { name: string; data: Json }
type Handler = { handle: JobHandler; retries: number }

/** Jobs in PostgreSQL. */
export type JobQueue = Jobs & {
  /**
   * Gets ready to add jobs. Without it the first `add` does, which takes a second connection while it holds one: a
   * server that is asked much at its start would wait for itself.
   */
  open(): Promise<void>
  /**
   * Does what waits now, jobs that those add too, and answers how many it did. With `later` also what is due later. With
   * `most` it takes so many once.
   */
  runWaiting(options?: { later?: boolean; most?: number }): Promise<number>
}

/**
 * Makes the queue's tables, or brings them to the present shape. Of several processes only one may do so at a time.
 * Throws StartError when it can't be done.
 */
export async function prepareJobs(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    try {
      await makeQueue(connection)
    } catch (error) {
      // pg-boss begins a transaction in its statement, and a failure leaves it open.
      await sql`rollback`.execute(connection)
      const { message } = error as Error
      throw new StartError(`The tables of jobs (schema ${jobsSchema}) could not be made: ${message}.`, { cause: error })
    }
  })
}

async function makeQueue(db: Db): Promise<void> {
  const boss = await open(db, { migrate: true, supervise: false, schedule: false })
  try {
    if (!(await boss.getQueue(queue))) await boss.createQueue(queue, settings)
  } finally {
    await close(boss)
  }
}

/** The jobs of this process. It adds them at once, and does some itself after `start`. */
export function createJobQueue(db: Db, log: Log): JobQueue {
  const handlers = new Map<string, Handler>()
  const schedules = new Map<string, string>()
  let opening: Promise<PgBoss> | undefined
  let working: Promise<PgBoss> | undefined
  const tell = tellSometimes((error) => log.warn({ error }, 'jobs are in trouble, trying again'))

  const openToAdd = () => {
    opening ??= open(db, { migrate: false, supervise: false, schedule: false }, tell).catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function openToWork(): Promise<PgBoss> {
    const boss = await open(db, { migrate: false, supervise: true, schedule: true }, tell)
    for (const { key } of await boss.getSchedules(queue)) if (!schedules.has(key)) await boss.unschedule(queue, key)
    for (const [name, cron] of schedules) {
      const options = { tz: 'UTC', key: name, missed: 'once', singletonKey: `${name}:`, ...scheduleRetry } as const
      await boss.schedule(queue, cron, { name, data: null } satisfies Envelope, options)
    }
    const pace = { pollingIntervalSeconds: 2, batchSize: 10, burstWhenBatchFull: true, localConcurrency: 2 }
    await boss.work<Envelope, unknown, typeof pace & { perJobResults: true }>(
      queue,
      { ...pace, perJobResults: true },
      (jobs) => Promise.all(jobs.map(settle)),
    )
    return boss
  }

  async function settle(job: Job<Envelope>) {
    const attempt = job.retryCount + 1
    const { name, data } = job.data
    const handler = handlers.get(name)
    try {
      // Another process may be of a newer version, and know.
      if (!handler) throw new Error('This version has no handler for it.')
      await handler.handle(data, { id: job.id, attempt })
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      const isLast = attempt > (handler?.retries ?? mostRetries)
      const { message, code } = error as { message?: string; code?: unknown }
      const fields = { job: name, id: job.id, attempt, error: message, code }
      if (isLast) log.error(fields, 'a job failed for good')
      else log.warn(fields, 'a job failed and will be tried again')
      return { id: job.id, status: isLast ? ('deadletter' as const) : ('failed' as const) }
    }
  }

  return {
    async open() {
      await openToAdd()
    },
    async add(tx, name, data, { key, after } = {}) {
      const boss = await openToAdd()
      const { fromKysely } = await import('pg-boss')
      await boss.send(queue, { name, data } satisfies Envelope, {
        db: fromKysely(tx),
        singletonKey: `${name}:${key ?? newId()}`,
        ...(after && { startAfter: after }),
      })
    },
    handle(name, handle, { retries = mostRetries } = {}) {
      handlers.set(name, { handle, retries: Math.min(retries, mostRetries) })
    },
    every(name, cron, handler) {
      handlers.set(name, { handle: handler, retries: mostRetries })
      schedules.set(name, cron)
    },
    async start() {
      working ??= openToWork().catch((error) => {
        working = undefined
        throw error
      })
      await working
    },
    async stop() {
      for (const boss of await Promise.allSettled([working, opening])) {
        if (boss.status === 'fulfilled' && boss.value) await close(boss.value)
      }
    },
    async runWaiting({ later = false, most } = {}) {
      const boss = await openToAdd()
      for (let done = 0; ; ) {
        const jobs = await boss.fetch<Envelope>(queue, { batchSize: most ?? 50, ignoreStartAfter: later })
        if (jobs.length === 0) return done
        for (const job of jobs) {
          const { status } = await settle(job)
          if (status === 'completed') await boss.complete(queue, job)
          else if (status === 'failed') await boss.fail(queue, job)
          else await boss.cancel(queue, job)
        }
        done += jobs.length
        if (most !== undefined) return done
      }
    },
  }
}

type Parts = { migrate: boolean; supervise: boolean; schedule: boolean }

async function open(db: Db, parts: Parts, tell: (trouble: string) => void = () => undefined): Promise<PgBoss> {
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({ db: fromKysely(db), schema: jobsSchema, ...parts })
  // The names of queue and worker at the end would make of each trouble several.
  boss.on('error', (error) => tell(error.message.replace(/ \(Queue: .*\)$/, '')))
  boss.on('warning', ({ message }) => tell(message))
  await boss.start()
  return boss
}

function close(boss: PgBoss): Promise<void> {
  return boss.stop({ close: false, graceful: true, timeout: stopMs })
}
