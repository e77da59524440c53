import { type RawBuilder, sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'

/** How many rows one statement deletes, unless their deletion costs more than usual (`batchRows`). */
const usualBatchRows = 5_000
/** How many statements one run sends for a table. The next run continues. */
const batchesPerRun = 40
const dayMs = 86_400_000

type NamedRetention = {
  /** The name of the job, if the table has several. */
  name?: string
  batchRows?: number
}

/** Which rows of a table are old, by the time in one of its columns. */
type OldRows = {
  [Table in keyof Tables]: {
    table: Table
    column: keyof Tables[Table] & string
    /** The unit of the column, if it isn't a timestamp. */
    unit?: 'day' | 'ms'
    /** For how many days rows are kept after the time in `column`, or a function that returns the earliest time kept. */
    keep: number | ((now: Date) => Date)
    /** A further condition on the row `r`. */
    where?: RawBuilder<unknown>
    /** The assignments that clear the rows instead of deleting them. `where` must exclude cleared rows. */
    clear?: RawBuilder<unknown>
  }
}[keyof Tables]

/** Old rows whose deletion needs more than one statement. `deleteSome` returns how many it deleted. */
type CustomRetention = {
  table: keyof Tables
  deleteSome: (tx: Tx, now: Date, limit: number) => Promise<number>
}

/** For how long a table keeps its rows. A job of its own deletes the old ones (`housekeeping.ts`). */
export type Retention = NamedRetention & (OldRows | CustomRetention)

/**
 * Deletes the old rows of a table, in batches that each are a transaction, up to a limit for each run. Returns how many
 * it deleted. Several processes may run it concurrently.
 */
export async function deleteOld(db: Db, retention: Retention, now: Date): Promise<number> {
  const { batchRows = usualBatchRows } = retention
  let total = 0
  for (let batch = 0; batch < batchesPerRun; batch++) {
    const count = await deleteBatch(db, retention, { now, limit: batchRows })
    total += count
    if (count < batchRows) break
  }
  return total
}

async function deleteBatch(db: Db, retention: Retention, { now, limit }: { now: Date; limit: number }) {
  if ('deleteSome' in retention) return inTransaction(db, (tx) => retention.deleteSome(tx, now, limit))
  const { clear } = retention
  const table = sql.table(retention.table)
  const old = sql`where ctid = any (array(${oldRows(retention, now)} limit ${limit} for update skip locked))`
  const { numAffectedRows } = await (clear
    ? sql`update ${table} set ${clear} ${old}`
    : sql`delete from ${table} ${old}`
  ).execute(db)
  return Number(numAffectedRows ?? 0)
}

function oldRows({ table, column, unit, keep, where }: OldRows, now: Date): RawBuilder<unknown> {
  const first = typeof keep === 'number' ? new Date(now.getTime() - keep * dayMs) : keep(now)
  const limits = { day: sql`${utcDay(first)}::date`, ms: sql`${first.getTime()}::bigint` }
  const condition = where ? sql`and ${where}` : sql``
  return sql`
    select r.ctid from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} < ${unit ? limits[unit] : first} ${condition}`
}
