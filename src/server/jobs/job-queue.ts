import { sql } from 'kysely'
import type { Job, PgBoss } from 'pg-boss'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { Json } from '#platform/json.ts'
import type { Log } from '#platform/log-fields.ts'
import { traced } from '#platform/traced.ts'
import type { JobHandler, Jobs } from '#platform/work/jobs.ts'
import { throttleMessages } from '../http/throttle-messages.ts'
import { StartError } from '../start/start-error.ts'

/** The schema in which pg-boss keeps its tables. Backups don't include it. */
export const jobsSchema = 'pgboss'
/** All kinds of jobs share one queue, so that an idle process doesn't poll for each kind. */
const queue = 'jobs'
/** How many times a failed job is retried. The last attempt is about 40 hours after the first. */
const retriesMax = 20
/**
 * How scheduled jobs are retried: up to twenty times, at intervals of at most a minute (the delays are in s). A job
 * mustn't wait for long, because while it waits, the queue refuses new jobs of the same schedule (policy `exclusive`).
 */
const scheduleRetry = { retryLimit: retriesMax, retryDelay: 5, retryBackoff: true, retryDelayMax: 60 } as const
/** A schedule that no process has confirmed for this time, in s, is removed. */
const unconfirmedSeconds = 120
/** A process that sends no heartbeat for this time, in s, counts as dead. Another process then runs its jobs. */
const heartbeatSeconds = 30
/** How long `stop` waits for running jobs, in ms. The server waits a little longer for `stop` itself. */
const stopMs = 8_000

const settings = {
  // With this policy, a key has at most one job that waits or runs.
  policy: 'exclusive',
  retryLimit: retriesMax,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 300,
  heartbeatSeconds,
  deleteAfterSeconds: 24 * 3600,
} as const

type Envelope = { name: string; data: Json }
type Handler = { handle: JobHandler; retries: number }

/** A job queue that keeps its jobs in PostgreSQL. */
export type JobQueue = Jobs & {
  /**
   * Prepares `add`. Without this, the first `add` prepares itself on a second connection while its caller already uses
   * one, so on a busy server such calls could block each other.
   */
  open(): Promise<void>
  /**
   * Runs all waiting jobs, including the jobs that they add, and returns their number. `includingNotDue`: also runs
   * jobs that aren't due yet. `limit`: runs at most this many of the jobs that wait now, and none that they add.
   */
  runWaiting(options?: { includingNotDue?: boolean; limit?: number }): Promise<number>
}

/**
 * Creates or migrates the tables of the queue, or throws StartError. Only one process at a time may call this function.
 */
export async function prepareJobs(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    try {
      await createQueue(connection)
    } catch (error) {
      // pg-boss's statement begins a transaction, which stays open if the statement fails.
      await sql`rollback`.execute(connection)
      const { message } = error as Error
      throw new StartError(`The job queue’s tables (schema ${jobsSchema}) could not be created: ${message}.`, {
        cause: error,
      })
    }
  })
}

async function createQueue(db: Db): Promise<void> {
  const boss = await open(db, { migrate: true, supervise: false, schedule: false })
  try {
    if (!(await boss.getQueue(queue))) await boss.createQueue(queue, settings)
  } finally {
    await close(boss)
  }
}

/** Creates the job queue of this process, which can add jobs immediately and runs jobs after `start`. */
export function createJobQueue(db: Db, log: Pick<Log, 'warn' | 'error'>): JobQueue {
  const handlers = new Map<string, Handler>()
  const schedules = new Map<string, string>()
  let opening: Promise<PgBoss> | undefined
  let working: Promise<PgBoss> | undefined
  const report = throttleMessages((error) => log.warn({ error }, 'the job queue failed, trying again'))

  function declare(name: string, handler: Handler) {
    if (handlers.has(name)) throw new Error(`Two jobs have the name “${name}”. Give each its own.`)
    handlers.set(name, handler)
  }

  const openForAdding = () => {
    opening ??= open(db, { migrate: false, supervise: false, schedule: false }, report).catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function openForRunning(): Promise<PgBoss> {
    const boss = await open(db, { migrate: false, supervise: true, schedule: true }, report)
    for (const name of schedules.keys()) await schedule(boss, name)
    const workOptions = { pollingIntervalSeconds: 2, batchSize: 10, burstWhenBatchFull: true, localConcurrency: 2 }
    await boss.work<Envelope, unknown, typeof workOptions & { perJobResults: true }>(
      queue,
      { ...workOptions, perJobResults: true },
      (jobs) => Promise.all(jobs.map(runTracedJob)),
    )
    return boss
  }

  function schedule(boss: PgBoss, name: string) {
    const options = { tz: 'UTC', key: name, missed: 'once', singletonKey: `${name}:`, ...scheduleRetry } as const
    return boss.schedule(queue, schedules.get(name) ?? '', { name, data: null } satisfies Envelope, options)
  }

  /**
   * Confirms the schedules of this process, and removes those that no process has confirmed for a while. A process with
   * other settings, such as one without backups, or of another version may have schedules that this one doesn't know.
   */
  async function confirmSchedules(boss: PgBoss) {
    const table = sql.table(`${jobsSchema}.schedule`)
    const own = [...schedules.keys()]
    const { rows } = await sql<{ key: string }>`
      update ${table} set updated_on = now() where name = ${queue} and key = any(${own}) returning key`.execute(db)
    const confirmed = new Set(rows.map(({ key }) => key))
    // Others removed them while this process couldn't reach the database.
    for (const name of own) if (!confirmed.has(name)) await schedule(boss, name)
    await sql`
      delete from ${table} where name = ${queue} and key <> all(${own})
        and updated_on < now() - make_interval(secs => ${unconfirmedSeconds})`.execute(db)
  }

  function runTracedJob(job: Job<Envelope>) {
    const { name } = job.data
    const attributes = { 'promptarium.job': name, 'promptarium.attempt': job.retryCount + 1 }
    return traced(
      () => ({ name: `job ${name}`, kind: 'consumer', attributes }),
      async (span) => {
        const settled = await runJob(job)
        if (span && settled.status !== 'completed') span.failure = settled.status
        return settled
      },
    )
  }

  async function runJob(job: Job<Envelope>) {
    const attempt = job.retryCount + 1
    const { name, data } = job.data
    const handler = handlers.get(name)
    try {
      // A process with a newer version of the program may have the handler.
      if (!handler) throw new Error('This version has no handler for the job.')
      await handler.handle(data, { id: job.id, attempt })
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      const isLast = attempt > (handler?.retries ?? retriesMax)
      const { message, code } = error as { message?: string; code?: unknown }
      const fields = { job: name, id: job.id, attempt, error: message, code }
      if (isLast) log.error(fields, 'a job failed for good')
      else log.warn(fields, 'a job failed and will be tried again')
      // pg-boss retries jobs with the status `failed`, but not those with `deadletter`.
      return { id: job.id, status: isLast ? ('deadletter' as const) : ('failed' as const) }
    }
  }

  return {
    async open() {
      await openForAdding()
    },
    async add(tx, name, data, { key, after } = {}) {
      const boss = await openForAdding()
      const { fromKysely } = await import('pg-boss')
      await boss.send(queue, { name, data } satisfies Envelope, {
        db: fromKysely(tx),
        singletonKey: `${name}:${key ?? newId()}`,
        ...(after && { startAfter: after }),
      })
    },
    handle(name, handle, { retries = retriesMax } = {}) {
      declare(name, { handle, retries: Math.min(retries, retriesMax) })
    },
    every(name, cron, handler) {
      refuseBadCron(name, cron)
      declare(name, { handle: handler, retries: retriesMax })
      schedules.set(name, cron)
    },
    async start() {
      working ??= openForRunning().catch((error) => {
        working = undefined
        throw error
      })
      await confirmSchedules(await working)
    },
    async stop() {
      for (const result of await Promise.allSettled([working, opening])) {
        if (result.status === 'fulfilled' && result.value) await close(result.value)
      }
    },
    async runWaiting({ includingNotDue = false, limit } = {}) {
      const boss = await openForAdding()
      for (let count = 0; ; ) {
        const jobs = await boss.fetch<Envelope>(queue, { batchSize: limit ?? 50, ignoreStartAfter: includingNotDue })
        if (jobs.length === 0) return count
        for (const job of jobs) {
          const { status } = await runTracedJob(job)
          if (status === 'completed') await boss.complete(queue, job)
          else if (status === 'failed') await boss.fail(queue, job)
          else await boss.cancel(queue, job)
        }
        count += jobs.length
        if (limit !== undefined) return count
      }
    },
  }
}

/**
 * Throws if a cron expression doesn't have five fields, or names a single day that doesn't exist, such as February 30.
 * pg-boss would add missing fields, and reports other mistakes only when a server starts.
 */
function refuseBadCron(name: string, cron: string): void {
  const [, , day, month, ...others] = cron.split(' ')
  const isDate = /^\d+$/.test(`${day}${month}`)
  const date = new Date(Date.UTC(2024, Number(month) - 1, Number(day)))
  const hasValidDay = !isDate || (date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day))
  if (others.length !== 1) throw new Error(`The schedule “${cron}” of the job ${name} needs five fields.`)
  if (!hasValidDay) throw new Error(`The schedule “${cron}” of the job ${name} names a day that doesn’t exist.`)
}

/** The parts of pg-boss that this process runs. */
type Parts = { migrate: boolean; supervise: boolean; schedule: boolean }

async function open(db: Db, parts: Parts, report: (message: string) => void = () => undefined): Promise<PgBoss> {
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({ db: fromKysely(db), schema: jobsSchema, ...parts })
  // Removes the names of the queue and the worker from the end of a message, so that a repeated message is recognized.
  boss.on('error', (error) => report(error.message.replace(/ \(Queue: [^()]*\)$/, '')))
  boss.on('warning', ({ message }) => report(message))
  await boss.start()
  return boss
}

function close(boss: PgBoss): Promise<void> {
  return boss.stop({ close: false, graceful: true, timeout: stopMs })
}
