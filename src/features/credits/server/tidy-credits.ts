import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** So long closed holds stay: a retry of what they paid for must still find them. */
const keptDays = 30

/** Drops what nothing needs any more: old closed holds, empty lots that ended, old counts of first grants. */
export async function tidyCredits(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  await sql`delete from credit_holds where closed_at < ${oldest}`.execute(db)
  await sql`delete from credit_lots where remaining = 0 and expires_at < ${oldest}`.execute(db)
  await sql`delete from credit_first_grants where day < ${oldest.toISOString().slice(0, 10)}::date`.execute(db)
}
