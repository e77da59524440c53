import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/db.ts'
import type { CommentContext } from './comment-context.ts'
import { commentChangesPerMember } from './comment-limits.ts'
import { lockOwnCommentOrThrow } from './lock-own-comment.ts'
import { recordChangeOf } from './show-comment.ts'

/**
 * Deletes a member's own comment. Its replies stay. A repeated call changes nothing. Throws AppError
 * authentication_required, forbidden (somebody else's), not_found or rate_limited.
 */
export async function deleteComment(context: CommentContext, member: Member, id: string): Promise<void> {
  await context.limits.take(commentChangesPerMember, member.id)
  await inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const { state } = await lockOwnCommentOrThrow(tx, context, member, id)
    // A removed comment stays marked as removed.
    if (state === 'deleted' || state === 'removed') return
    await tx.updateTable('comments').set({ state: 'deleted', deletedAt: context.now() }).where('id', '=', id).execute()
    await recordChangeOf(tx, id)
  })
}
