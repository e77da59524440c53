import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import type { PromptEdit } from '#features/writing/contract.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { Approval } from '../contract.ts'
import { type ApprovalContext, changesPerMember } from './approval-context.ts'
import { getApprovalOrThrow } from './approval-queries.ts'
import { findApprovalOrThrow, lockApprovalOrThrow, requireSender, requireWaiting } from './lock-approval.ts'
import { changeColumns, tellApprovers } from './send-approval.ts'
import { tryChange } from './try-change.ts'

/**
 * Replaces what the member sent while it waits. What they asked for stays: which groups, or everybody. Throws AppError
 * authentication_required, validation_failed, not_found, forbidden, conflict (it was decided, or changed in another tab)
 * or rate_limited.
 */
export async function reviseApproval(
  { db, limits, now: clock, writing }: ApprovalContext,
  member: Member,
  id: string,
  { revision, ...input }: PromptEdit & { revision: number },
): Promise<Approval> {
  await limits.take(changesPerMember, member.id)
  const detectLanguage = await loadLanguageDetector()
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const { promptId } = await findApprovalOrThrow(tx, member, id)
    const prompt = await lockPromptOrThrow(tx, member, promptId)
    const request = await lockApprovalOrThrow(tx, member, id)
    requireSender(request, member)
    requireWaiting(request, revision)
    const { status, group, otherGroups } = request.change
    const edit = { ...input, status, group, otherGroups }
    await tryChange(tx, member, { idOrSlug: promptId, edit, detectLanguage }, { ...writing, now })
    await tx
      .updateTable('approvals')
      .set({ ...changeColumns(edit, prompt), revision: revision + 1, revisedAt: now })
      .where('id', '=', id)
      .execute()
    await tellApprovers(tx, member, { id, promptId, groupId: request.groupId, outcome: 'revised', now })
    return getApprovalOrThrow(tx, member, id)
  })
}
