import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { recordCommentChange, threadSubject } from './comment-subject.ts'
import { recordChangeOf } from './show-comment.ts'

/** How many comments `removeSomeCommentsOf` removes at a time. */
const batchRows = 100

/**
 * Removes a shown or waiting comment, with a reason for its author. Returns false if the comment is in another state.
 * The caller checks the role.
 */
export async function removeComment(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update comments set state = 'removed', removed_reason = ${reason}
    where id = ${id} and state in ('shown', 'waiting')`.execute(tx)
  if (!numAffectedRows) return false
  await recordChangeOf(tx, id)
  return true
}

/** Hides a shown comment until a moderator decides on it. */
export async function hideComment(tx: Tx, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update comments set state = 'waiting' where id = ${id} and state = 'shown'`.execute(tx)
  if (numAffectedRows) await recordChangeOf(tx, id)
}

/** Removes up to `batchRows` shown or waiting comments of a banned user. Returns whether there may be more. */
export async function removeSomeCommentsOf(tx: Tx, userId: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ subjectId: string }>`
    update comments c set state = 'removed', removed_reason = ${reason}
    from comment_threads t where t.id = c.thread_id and c.id in (
      select id from comments where user_id = ${userId} and state in ('shown', 'waiting') order by id limit ${batchRows})
    returning ${threadSubject}`.execute(tx)
  await recordCommentChange(
    tx,
    rows.map(({ subjectId }) => subjectId),
  )
  return rows.length === batchRows
}
