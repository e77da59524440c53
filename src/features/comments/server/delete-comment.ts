import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#server/platform/actor.ts'
import { inTransaction } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { CommentContext } from './comment-context.ts'
import { commentChangesPerMember } from './comment-limits.ts'
import { recordChangeOf } from './show-comment.ts'

/**
 * Deletes a member's own comment. Its replies stay. A repeated call changes nothing. Throws AppError
 * authentication_required, not_found or rate_limited.
 */
export async function deleteComment(context: CommentContext, member: Member, id: string): Promise<void> {
  await context.limits.take(commentChangesPerMember, member.id)
  await inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const { rows } = await sql<{ state: string }>`
      select c.state from comments c where c.id = ${id} and c.user_id = ${member.id} for no key update`.execute(tx)
    if (!rows[0]) throw notFound('This comment')
    // A removed comment stays marked as removed.
    if (rows[0].state === 'deleted' || rows[0].state === 'removed') return
    await tx.updateTable('comments').set({ state: 'deleted', deletedAt: context.now() }).where('id', '=', id).execute()
    await recordChangeOf(tx, id)
  })
}
