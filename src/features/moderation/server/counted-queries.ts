import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db.ts'
import { countedMax } from '../rules.ts'

/** Counts the rows of `source`, which is the SQL after FROM, up to 1,000. Above that, `totalIsFloor` is set. */
export async function countUpTo(
  db: Db,
  source: RawBuilder<unknown>,
): Promise<{ total: number; totalIsFloor?: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${source} limit ${countedMax + 1}) counted`.execute(db)
  const total = rows[0]?.total ?? 0
  return total > countedMax ? { total: countedMax, totalIsFloor: true } : { total }
}
