import { sql } from 'kysely'
import { removeComment } from '#features/comments/server/remove-comment.ts'
import { showComment } from '#features/comments/server/show-comment.ts'
import { type Actor, requireRole } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { AdminComment, CommentDecision } from '../contract.ts'
import { standardReasons } from '../rules.ts'
import { getAdminCommentOrThrow } from './admin-comment-queries.ts'
import type { ModerationContext } from './moderation-context.ts'

/**
 * Shows a comment that waits or was removed (`approve`), or removes it. Repeating it changes nothing. AppError
 * authentication_required, forbidden (the moderator's own), not_found, conflict (its author deleted it).
 */
export async function moderateComment(
  context: ModerationContext,
  actor: Actor,
  id: string,
  { action, removedReason = standardReasons.other }: CommentDecision,
): Promise<AdminComment> {
  const member = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    const { userId, state } = await lockCommentOrThrow(tx, id)
    if (userId === member.id) throw new AppError('forbidden', 'Another moderator has to decide your comment.')
    if (state === 'deleted') throw new AppError('conflict', 'Its author deleted this comment.')
    const isChanged =
      action === 'approve'
        ? await showComment(context, tx, id, ['waiting', 'removed'])
        : await removeComment(tx, id, removedReason)
    if (isChanged) await recordAct(tx, member, { action: `comment.${action}`, target: { kind: 'comment', id } })
    return getAdminCommentOrThrow(tx, id)
  })
}

/** Locks a comment, so that one moderator at a time decides about it. AppError not_found. */
export async function lockCommentOrThrow(
  tx: Tx,
  id: string,
): Promise<{ userId: string; state: AdminComment['state'] }> {
  const { rows } = await sql<{ userId: string; state: AdminComment['state'] }>`
    select c.user_id as "userId", c.state from comments c where c.id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound('This comment')
  return rows[0]
}
