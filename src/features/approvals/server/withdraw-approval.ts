import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { Approval } from '../contract.ts'
import { type ApprovalContext, changesPerMember } from './approval-context.ts'
import { getApprovalOrThrow } from './approval-queries.ts'
import { lockApprovalOrThrow, requireSender, requireWaiting } from './lock-approval.ts'

/**
 * Withdraws what the member sent. A repeated call changes nothing. Throws AppError authentication_required, not_found,
 * forbidden, conflict (it was decided) or rate_limited.
 */
export async function withdrawApproval(
  { db, limits, now: clock }: ApprovalContext,
  member: Member,
  id: string,
): Promise<Approval> {
  await limits.take(changesPerMember, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const request = await lockApprovalOrThrow(tx, member, id)
    requireSender(request, member)
    if (request.state !== 'withdrawn') {
      requireWaiting(request)
      await tx.updateTable('approvals').set({ state: 'withdrawn', decidedAt: now }).where('id', '=', id).execute()
    }
    return getApprovalOrThrow(tx, member, id)
  })
}
