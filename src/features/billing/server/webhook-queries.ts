import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

/** Counts the webhooks that arrived since a time. `failed` counts those that failed and weren't processed later. */
export async function countWebhooks(db: Db, since: Date): Promise<{ received: number; failed: number }> {
  const { rows } = await sql<{ received: number; failed: number }>`
    select count(*)::int as received,
      (count(*) filter (where processed_at is null and last_error is not null))::int as failed
    from billing_events where received_at >= ${since}`.execute(db)
  return rows[0] ?? { received: 0, failed: 0 }
}
