import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Makes a prompt of a group count as reviewed from now on, for as long as its group says. */
export async function beginReview(tx: Tx, promptId: string, now: Date): Promise<void> {
  await sql`
    update prompt_reviews r set asked_at = null, due_at = ${now}::timestamptz + make_interval(days => g.review_days)
    from groups g where g.id = r.group_id and r.prompt_id = ${promptId}`.execute(tx)
}

/** Lets a new prompt of a group begin as reviewed, with the group itself as its owner. */
export async function handToGroup(tx: Tx, promptId: string, now: Date): Promise<void> {
  await sql`update prompt_reviews set owner_id = null where prompt_id = ${promptId}`.execute(tx)
  await beginReview(tx, promptId, now)
}
