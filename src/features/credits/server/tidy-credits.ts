import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** So long closed holds stay: a retry of what they paid for must still find them. */
const keptDays = 30

/**
 * Drops what nothing needs any more: old closed holds, empty lots that ended, old counts of first grants. A lot that an
 * open hold came from stays: what is given back goes there.
 */
export async function tidyCredits(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  await sql`delete from credit_holds where closed_at < ${oldest}`.execute(db)
  await sql`
    delete from credit_lots l where remaining = 0 and expires_at < ${oldest} and not exists (
      select from credit_holds h where h.user_id = l.user_id and h.state = 'open'
        and h.parts @> jsonb_build_array(jsonb_build_object('lot', l.id)))`.execute(db)
  await sql`delete from credit_first_grants where day < ${oldest.toISOString().slice(0, 10)}::date`.execute(db)
}
