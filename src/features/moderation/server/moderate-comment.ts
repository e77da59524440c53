import type { AdminComment } from '#features/comments/contract.ts'
import { lockCommenters } from '#features/comments/server/lock-commenters.ts'
import { removeComment } from '#features/comments/server/remove-comment.ts'
import { lockCommentOrThrow, requireUnedited } from '#features/comments/server/reportable-comment.ts'
import { showComment } from '#features/comments/server/show-comment.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { CommentDecision } from '../content-contract.ts'
import { standardReasons } from '../rules.ts'
import { getAdminCommentOrThrow } from './admin-comment-queries.ts'
import type { ModerationContext } from './moderation-context.ts'

/**
 * Approves a comment (which shows it if it is waiting or removed), or removes it. A repeated call changes nothing.
 * Throws AppError authentication_required, forbidden (also the moderator's own comment), not_found, conflict (the author
 * deleted the comment or, if it would be shown now, edited it after the moderator read it).
 */
export async function moderateComment(
  context: ModerationContext,
  actor: Actor,
  id: string,
  { action, removedReason = standardReasons.other, editedAt }: CommentDecision,
): Promise<AdminComment> {
  const member = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    await getAdminCommentOrThrow(tx, member, id)
    await lockCommenters(tx, id)
    const { userId, state, ...comment } = await lockCommentOrThrow(tx, id)
    if (userId === member.id) throw new AppError('forbidden', t('Another moderator has to decide on your comment.'))
    if (state === 'deleted') throw new AppError('conflict', t('Its author deleted this comment.'))
    if (action === 'approve' && state !== 'shown') requireUnedited(comment, editedAt)
    const isChanged =
      action === 'approve'
        ? await showComment(context, tx, id, ['waiting', 'removed'])
        : await removeComment(tx, id, removedReason)
    if (isChanged) await recordAuditEntry(tx, member, { action: `comment.${action}`, target: { kind: 'comment', id } })
    return getAdminCommentOrThrow(tx, member, id)
  })
}
