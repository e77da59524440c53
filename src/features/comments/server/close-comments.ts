import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import { hasRole, type Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { CommentContext } from './comment-context.ts'
import { commentChangesPerMember } from './comment-limits.ts'
import { findSubjectOrThrow, lockThread, mayClose, recordCommentChange, type SubjectRef } from './comment-subject.ts'

/**
 * Closes the comments on a subject, or opens them again. Existing comments stay. A repeated call changes nothing.
 * Throws AppError authentication_required, not_found, forbidden (the member isn't a moderator, and either isn't an
 * author of the subject, or wants to open comments that a moderator closed) or rate_limited.
 */
export async function closeComments(
  context: CommentContext,
  member: Member,
  subjectRef: SubjectRef,
  closed: boolean,
): Promise<{ closed: boolean }> {
  await context.limits.take(commentChangesPerMember, member.id)
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const subject = await findSubjectOrThrow(tx, member, subjectRef)
    if (!mayClose(member, subject))
      throw new AppError('forbidden', t('Only the author and moderators can close or open the comments.'))
    const thread = await lockThread(tx, subject)
    if (closed === (thread.closedAt !== null)) return { closed }
    const isStaff = hasRole(member, 'moderator')
    if (thread.closedByStaff && !isStaff)
      throw new AppError('forbidden', t('A moderator closed the comments. Write to us if you think this is a mistake.'))
    await tx
      .updateTable('commentThreads')
      .set({
        closedAt: closed ? context.now() : null,
        closedByStaff: closed && isStaff && !subject.authorIds.includes(member.id),
      })
      .where('id', '=', thread.id)
      .execute()
    await recordCommentChange(tx, [subject.id])
    await recordAuditEntry(tx, member, {
      action: closed ? 'comments.close' : 'comments.open',
      target: { kind: subject.kind, id: subject.id },
    })
    return { closed }
  })
}
