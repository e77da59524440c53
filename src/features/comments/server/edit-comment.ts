import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'
import type { Comment, CommentEdit } from '../contract.ts'
import { editMs } from '../rules.ts'
import type { CommentContext } from './comment-context.ts'
import { commentChangesPerMember } from './comment-limits.ts'
import { readComment } from './comment-queries.ts'
import { lockOwnCommentOrThrow } from './lock-own-comment.ts'
import { findRepeat, repeatedTextError } from './repeat-queries.ts'
import { recordChangeOf } from './show-comment.ts'
import { fingerprintOf, mustWait } from './trust-queries.ts'
import { usageColumns } from './usage-report.ts'

/**
 * Edits a member's own comment within 15 minutes of posting. The comment waits for a moderator if the new text or model
 * may not be shown immediately. Throws AppError authentication_required, validation_failed, not_found, forbidden (somebody
 * else's, too late, or removed), conflict (the same text elsewhere) or rate_limited.
 */
export async function editComment(
  context: CommentContext,
  member: Member,
  id: string,
  { content, usage }: CommentEdit,
): Promise<Comment> {
  await context.limits.take(commentChangesPerMember, member.id)
  const now = context.now()
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const before = await lockOwnCommentOrThrow(tx, context, member, id)
    if (before.state === 'deleted') throw notFound(t('This comment'))
    if (before.state === 'removed') throw new AppError('forbidden', t('A moderator removed this comment.'))
    if (now.getTime() - before.createdAt.getTime() >= editMs)
      throw new AppError('forbidden', t('You can edit a comment for 15 minutes. Delete it, or write another one.'))
    if (usage && before.parentId) throw invalidField('usage', t('Report your experience in a comment, not in a reply.'))
    const isNewText = content !== undefined && content !== before.content
    if (isNewText && (await findRepeat(tx, member, before, { content, now, except: id }))) throw repeatedTextError()
    const isNewModel = usage != null && usage.model !== before.model
    const mustHide =
      (isNewText || isNewModel) &&
      before.state === 'shown' &&
      (await mustWait(context, tx, member.id, {
        content: content ?? before.content,
        model: usage?.model ?? before.model ?? '',
      }))
    const subject = { id: before.promptId ?? '', version: before.version }
    await tx
      .updateTable('comments')
      .set({
        ...(isNewText && { content, fingerprint: fingerprintOf(content) }),
        ...(usage !== undefined && (await usageColumns(tx, subject, usage))),
        ...(mustHide && { state: 'waiting' }),
        editedAt: now,
      })
      .where('id', '=', id)
      .execute()
    if (before.state === 'shown' || usage !== undefined) await recordChangeOf(tx, id)
    return readComment(context, tx, member, id)
  })
}
