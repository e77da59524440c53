import { sql } from 'kysely'
import { isDatabaseBusy, type Tx } from '#platform/database/db.ts'
import { StartError } from '../start/start-error.ts'

/** How long a starting process waits for another process that prepares the same database, in ms. */
export const startWaitMs = 60_000

/**
 * Locks a table until the transaction ends, so that only one process at a time prepares the database. Other connections
 * can still read the table. Throws StartError if another connection keeps a lock on the table for longer than `waitMs`.
 */
export async function lockTable(tx: Tx, table: string, waitMs: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  try {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
  } catch (error) {
    if (!isDatabaseBusy(error)) throw error
    throw new StartError(
      `Another connection has held a lock on the table ${table} for ${waitMs / 1_000} s. If another process of the site is starting, or migrating the database, wait for it and start again; otherwise find the connection in pg_locks.`,
    )
  }
}
