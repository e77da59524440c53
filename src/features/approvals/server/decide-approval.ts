import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Approval, Decision, Return } from '../contract.ts'
import { type ApprovalContext, changesPerMember } from './approval-context.ts'
import { getApprovalOrThrow } from './approval-queries.ts'
import {
  findApprovalOrThrow,
  type LockedApproval,
  lockApprovalOrThrow,
  lockSender,
  requireDecider,
  requireWaiting,
} from './lock-approval.ts'
import { beginReview } from './review-due.ts'

/**
 * Approves a request: stores its change under the name of the person who sent it, which counts as a review. Publishing
 * for everybody then follows the site's rules for that person. A repeated call changes nothing. Throws AppError
 * authentication_required, not_found, forbidden, rate_limited, conflict (it was decided or changed, or so was the prompt),
 * or what the change itself is refused for.
 */
export async function approve(
  { db, limits, now: clock, writing }: ApprovalContext,
  member: Member,
  id: string,
  { revision, version }: Decision,
): Promise<Approval> {
  await limits.take(changesPerMember, member.id)
  const detectLanguage = await loadLanguageDetector()
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await lockSender(tx, id)
    const { promptId, userId, username, role } = await findApprovalOrThrow(tx, member, id)
    const sender: Member = { ...member, id: userId, username, role }
    const prompt = await lockPromptOrThrow(tx, sender, promptId)
    const request = await lockApprovalOrThrow(tx, member, id)
    requireDecider(request, member)
    if (isRepeated(request, member, { state: 'approved', revision })) return getApprovalOrThrow(tx, member, id)
    requireWaiting(request, revision)
    if (version !== prompt.version)
      throw new AppError(
        'conflict',
        t('The prompt has been changed since you opened this. Load the page and compare again.'),
      )
    const edit = { ...request.change, version, note: request.note }
    await changePrompt(
      tx,
      sender,
      { idOrSlug: promptId, edit, detectLanguage, approvedBy: member },
      { ...writing, now },
    )
    await beginReview(tx, promptId, now)
    await tx
      .updateTable('approvals')
      .set({ state: 'approved', deciderId: member.id, decidedAt: now })
      .where('id', '=', id)
      .execute()
    await record(tx, member, request, { outcome: 'approved', now })
    return getApprovalOrThrow(tx, member, id)
  })
}

/**
 * Returns a request to its author with a reason. A repeated call changes nothing. Throws AppError
 * authentication_required, not_found, forbidden, conflict (it was decided, withdrawn or changed) or rate_limited.
 */
export async function returnApproval(
  { db, limits, now: clock }: ApprovalContext,
  member: Member,
  id: string,
  { revision, reason }: Return,
): Promise<Approval> {
  await limits.take(changesPerMember, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await lockSender(tx, id)
    const request = await lockApprovalOrThrow(tx, member, id)
    requireDecider(request, member)
    if (request.kind !== 'new' && isRepeated(request, member, { state: 'returned', revision }))
      return getApprovalOrThrow(tx, member, id)
    requireWaiting(request, revision)
    const seen = await getApprovalOrThrow(tx, member, id)
    await tx
      .updateTable('approvals')
      .set({ state: 'returned', answer: reason, deciderId: member.id, decidedAt: now })
      .where('id', '=', id)
      .execute()
    await record(tx, member, request, { outcome: 'returned', now })
    // Somebody's own prompt is theirs alone again, so the approver gets what they have just read.
    return {
      ...seen,
      state: 'returned',
      answer: reason,
      decidedBy: member.username,
      mayDecide: false,
      decidedAt: now.toISOString(),
    }
  })
}

function isRepeated(
  request: LockedApproval,
  member: Member,
  { state, revision }: { state: 'approved' | 'returned'; revision: number },
): boolean {
  return request.state === state && request.revision === revision && request.deciderId === member.id
}

async function record(
  tx: Tx,
  member: Member,
  { id, promptId, groupId, userId, kind }: LockedApproval,
  { outcome, now }: { outcome: 'approved' | 'returned'; now: Date },
): Promise<void> {
  await recordAuditEntry(tx, member, {
    action: outcome === 'approved' ? 'prompt.approve' : 'prompt.return',
    target: { kind: 'prompt', id: promptId },
    details: { kind, group: groupId, by: userId, isOwn: userId === member.id },
  })
  await recordEvent(tx, {
    kind: 'approval-answer',
    outcome,
    receiverIds: [userId],
    subjectId: id,
    actorId: member.id,
    promptId,
    now,
  })
}
