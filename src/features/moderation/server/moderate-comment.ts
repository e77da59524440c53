import { sql } from 'kysely'
import { lockCommenters } from '#features/comments/server/lock-commenters.ts'
import { removeComment } from '#features/comments/server/remove-comment.ts'
import { showComment } from '#features/comments/server/show-comment.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { AdminComment, CommentDecision } from '../contract.ts'
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
    await lockCommenters(tx, id)
    const { userId, state, ...comment } = await lockCommentOrThrow(tx, id)
    if (userId === member.id) throw new AppError('forbidden', 'Another moderator has to decide on your comment.')
    if (state === 'deleted') throw new AppError('conflict', 'Its author deleted this comment.')
    if (action === 'approve' && state !== 'shown') requireUnedited(comment, editedAt)
    const isChanged =
      action === 'approve'
        ? await showComment(context, tx, id, ['waiting', 'removed'])
        : await removeComment(tx, id, removedReason)
    if (isChanged) await recordAuditEntry(tx, member, { action: `comment.${action}`, target: { kind: 'comment', id } })
    return getAdminCommentOrThrow(tx, id)
  })
}

type LockedComment = { userId: string; state: AdminComment['state']; editedAt: Date | null }

/** Locks a comment, so that only one moderator decides on it at a time. Throws AppError not_found. */
export async function lockCommentOrThrow(tx: Tx, id: string): Promise<LockedComment> {
  const { rows } = await sql<LockedComment>`
    select c.user_id, c.state, c.edited_at from comments c where c.id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound('This comment')
  return rows[0]
}

/**
 * Checks that the comment wasn't edited after the moderator read it. `seen` is the `editedAt` that they saw. Throws
 * AppError conflict.
 */
export function requireUnedited({ editedAt }: Pick<LockedComment, 'editedAt'>, seen: string | null): void {
  if ((editedAt?.toISOString() ?? null) !== seen)
    throw new AppError('conflict', 'The author has edited this comment since you opened it. Read it again and decide.')
}
