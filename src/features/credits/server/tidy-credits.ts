import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/**
 * How many days closed holds, empty grants and counts of first grants are kept. A repeated request must find its hold.
 */
const retentionDays = 30

/**
 * Deletes old closed holds, empty grants that expired long ago, and old counts of accounts' first grants (by network
 * and day). Keeps the grants of open holds, because a released hold gives its credits back to them.
 */
export async function tidyCredits(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000)
  await sql`delete from credit_holds where closed_at < ${oldest}`.execute(db)
  await sql`
    delete from credit_lots l where remaining = 0 and expires_at < ${oldest} and not exists (
      select from credit_holds h where h.user_id = l.user_id and h.state = 'open'
        and h.parts @> jsonb_build_array(jsonb_build_object('lot', l.id)))`.execute(db)
  await sql`delete from credit_first_grants where day < ${oldest.toISOString().slice(0, 10)}::date`.execute(db)
}
