import type { Db } from '#platform/database/db.ts'
import { deleteOld, type Retention } from '#platform/work/retention.ts'

/** Deletes the old rows of these tables, as housekeeping does. Returns how many. */
export async function deleteOldData(db: Db, retentions: Retention | Retention[], now: Date): Promise<number> {
  let total = 0
  for (const retention of [retentions].flat()) total += await deleteOld(db, retention, now)
  return total
}
