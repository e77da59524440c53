import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Makes a prompt of a group count as reviewed from now on, for as long as its group says. */
export async function beginReview(tx: Tx, promptId: string, now: Date): Promise<void> {
  await sql`
    update prompt_reviews r set asked_at = null, due_at = ${now}::timestamptz + make_interval(days => g.review_days)
    from groups g where g.id = r.group_id and r.prompt_id = ${promptId}`.execute(tx)
}
