import type { Tx } from './db.ts'
import type { Json } from './json.ts'

/** `attempt` counts from 1. `id` is the same for every attempt of a job. */
export type JobHandler = (data: Json, job: { id: string; attempt: number }) => Promise<void>

/** Work that is done after the answer, by whichever process is free; at least once, so handlers bear a second time. */
export type Jobs = {
  /**
   * Adds a job in the transaction that makes it necessary: both are there or neither. With `key`, adding does nothing
   * while a job of this name and key waits or runs. `data` is kept for a day: ids, no names or addresses.
   */
  add(tx: Tx, name: string, data: Json, options?: { key?: string; after?: Date }): Promise<void>
  /** Says who does the jobs of this name. One that throws is tried again, later each time, up to `retries` times. */
  handle(name: string, handler: JobHandler, options?: { retries?: number }): void
  /** Has `handler` run at the times of a cron expression (UTC), once for all processes; once more after a pause. */
  every(name: string, cron: string, handler: () => Promise<void>): void
  /** Begins to work. Call it after everything is declared. */
  start(): Promise<void>
  /** Stops taking jobs and lets those that run end, up to some seconds; what is left is tried again elsewhere. */
  stop(): Promise<void>
}
