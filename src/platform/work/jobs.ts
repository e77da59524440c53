import type { Tx } from '#platform/database/db.ts'
import type { Json } from '#platform/json.ts'

/** Handles a job. `attempt` counts from 1. `id` is the same in every attempt of a job. */
export type JobHandler = (data: Json, job: { id: string; attempt: number }) => Promise<void>

/**
 * A job queue. Any process may run a job, after the response and perhaps more than once, so a handler must be
 * repeatable.
 */
export type Jobs = {
  /**
   * Adds a job in the caller's transaction. With a `key`, does nothing while a job with the same name and key waits or
   * runs. `after`: the earliest time at which the job may run. `data` is stored until a day after the job has ended, so
   * it may contain ids, but no names or addresses.
   */
  add(tx: Tx, name: string, data: Json, options?: { key?: string; after?: Date }): Promise<void>
  /**
   * Sets the handler of the jobs with this name. A failed job is retried at growing intervals, up to `retries` times.
   * Throws if the name is taken.
   */
  handle(name: string, handler: JobHandler, options?: { retries?: number }): void
  /**
   * Runs `handler` at the times of a cron expression (UTC), in one process. If no process ran at several of these times,
   * it runs only once afterwards. Throws if the name is taken, or if the expression doesn't have five fields or names a
   * day that doesn't exist.
   */
  every(name: string, cron: string, handler: () => Promise<void>): void
  /**
   * Starts running jobs. Call it after all handlers have been set, and again every half minute: that confirms the
   * schedules of this process.
   */
  start(): Promise<void>
  /** Stops taking jobs, and waits a few seconds for those that are running. Other processes retry the rest. */
  stop(): Promise<void>
}
