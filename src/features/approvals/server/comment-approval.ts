import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Approval } from '../contract.ts'
import { approvalLimits } from '../rules.ts'
import { type ApprovalContext, changesPerMember } from './approval-context.ts'
import { getApprovalOrThrow } from './approval-queries.ts'
import { lockApprovalOrThrow, lockSender, requireWaiting } from './lock-approval.ts'
import { tellApprovers } from './send-approval.ts'

/**
 * Adds a comment to what waits, by its author or an approver. The others are notified. Throws AppError
 * authentication_required, not_found, conflict (it no longer waits, or has too many comments) or rate_limited.
 */
export async function commentOnApproval(
  { db, limits, now: clock }: ApprovalContext,
  member: Member,
  id: string,
  body: string,
): Promise<Approval> {
  await limits.take(changesPerMember, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await lockSender(tx, id)
    const request = await lockApprovalOrThrow(tx, member, id)
    requireWaiting(request)
    const { promptId, groupId, userId } = request
    const { comments } = await getApprovalOrThrow(tx, member, id)
    if (comments.length >= approvalLimits.comments)
      throw new AppError('conflict', t('There are many comments already. Decide, or talk to each other.'))
    const comment = { id: newId(), approvalId: id, userId: member.id, body, createdAt: now }
    await tx.insertInto('approvalComments').values(comment).execute()
    await tellApprovers(tx, member, { id, promptId, groupId, outcome: 'commented', now })
    if (userId !== member.id)
      await recordEvent(tx, {
        kind: 'approval-answer',
        outcome: 'commented',
        receiverIds: [userId],
        subjectId: id,
        actorId: member.id,
        promptId,
        now,
      })
    return getApprovalOrThrow(tx, member, id)
  })
}
