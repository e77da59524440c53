import { type RawBuilder, sql } from 'kysely'
import { countedMax } from '#lib/counted-max.ts'
import type { Db } from './db.ts'

/**
 * Counts the rows of `source`, which is the SQL after FROM, up to `countedMax`. Above that, `totalIsFloor` is set. For
 * lists without a kept counter: a page then costs the same however long the list is.
 */
export async function countUpTo(
  db: Db,
  source: RawBuilder<unknown>,
): Promise<{ total: number; totalIsFloor?: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${source} limit ${countedMax + 1}) counted`.execute(db)
  return totalUpTo(rows[0]?.total ?? 0)
}

/** Returns the total of a list of which up to `countedMax` + 1 items were counted. */
export function totalUpTo(counted: number): { total: number; totalIsFloor?: boolean } {
  return counted > countedMax ? { total: countedMax, totalIsFloor: true } : { total: counted }
}
