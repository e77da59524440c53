import type { Tx } from './db.ts'
import type { Json } from './json.ts'

/** `attempt` counts from 1. `id` is the same for every attempt of a job. */
export type JobHandler = (data: Json, job: { id: string; attempt: number }) => Promise<void>

/** A job queue. Any process may run a job, after the response and possibly more than once, so handlers must be repeatable. */
export type Jobs = {
  /**
   * Adds a job in the caller's transaction. With `key`, adding does nothing while a job with this name and key waits or
   * runs. `data` is stored until a day after the job has ended, so it may contain ids, but no names or addresses.
   */
  add(tx: Tx, name: string, data: Json, options?: { key?: string; after?: Date }): Promise<void>
  /** Sets the handler of the jobs with this name. Failed jobs are retried at growing intervals, up to `retries` times. */
  handle(name: string, handler: JobHandler, options?: { retries?: number }): void
  /** Runs `handler` at the times of a cron expression (UTC), in one process, and once after downtime. */
  every(name: string, cron: string, handler: () => Promise<void>): void
  /** Starts running jobs. Call it after all handlers are declared. */
  start(): Promise<void>
  /** Stops taking jobs, and waits a few seconds for running ones. The rest is retried by other processes. */
  stop(): Promise<void>
}
