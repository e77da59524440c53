import { requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import { removePrompt } from '#features/catalogue/server/remove-prompts.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored-prompt.ts'
import { removeComment } from '#features/comments/server/remove-comment.ts'
import { showComment } from '#features/comments/server/show-comment.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Decision, ReportCase } from '../contract.ts'
import { standardReasons, stateAfter } from '../rules.ts'
import { applyBanEffectsNow } from './apply-ban-effects.ts'
import { banPerson } from './ban-person.ts'
import { lockReportedContent } from './lock-reported-content.ts'
import { lockCollectionOrThrow, removeOrRestoreCollection } from './moderate-collection.ts'
import { lockCommentOrThrow, requireUnedited } from './moderate-comment.ts'
import { type ModerationContext, promptWriteContext } from './moderation-context.ts'
import { notifyAuthor } from './notify-author.ts'
import { reopenReport } from './reopen-report.ts'
import { getCaseOrThrow, type LockedCase, listReporters, lockCaseOrThrow } from './report-queries.ts'
import { takeDownRequest } from './take-down-change-request.ts'
import { takeDownComparison } from './take-down-comparison.ts'

/**
 * Decides all reports of a case together. A repeated decision changes nothing. A decision that differs from an earlier
 * one is refused until the case is reopened. Throws AppError authentication_required, forbidden (such as a ban by a
 * moderator, or with a wrong password), validation_failed (a ban without a recent login or a password), not_found,
 * conflict, and while checking the password rate_limited, overloaded.
 */
export async function decideReport(
  context: ModerationContext,
  actor: Actor,
  id: string,
  decision: Decision,
): Promise<ReportCase> {
  const member = requireRole(actor, decision.action === 'ban' ? 'admin' : 'moderator')
  if (decision.action === 'ban') await requireRecentLogin(context, member, decision.password)
  const { decidedCase, authorId } = await inTransaction(context.db, async (tx) => {
    const lockedCase = await lockReportedCaseOrThrow(tx, member, id)
    await decideCase(context, tx, member, lockedCase, decision)
    return { decidedCase: await getCaseOrThrow(tx, member, id), authorId: lockedCase.authorId }
  })
  if (decision.action === 'ban') await applyBanEffectsNow(context, authorId)
  return decidedCase
}

async function decideCase(
  context: ModerationContext,
  tx: Tx,
  member: Member,
  lockedCase: LockedCase,
  decision: Decision,
) {
  const state = stateAfter[decision.action]
  if (lockedCase.state === state) return
  if (state === 'open') return reopenReport(context, tx, member, lockedCase)
  if (lockedCase.state !== 'open')
    throw new AppError('conflict', `This case is already decided: ${lockedCase.state}. Reopen it to decide again.`)
  await applyDecision(context, tx, member, lockedCase, decision)
  await tx
    .updateTable('reportCases')
    .set({
      state,
      decidedAt: context.now(),
      decidedBy: member.id,
      decidedVersion: lockedCase.version,
      // Whether other members could see the content when it was decided on.
      decidedShown: lockedCase.isShown,
    })
    .where('id', '=', lockedCase.id)
    .execute()
  await recordEvent(tx, {
    kind: 'decision',
    outcome: decision.action === 'dismiss' ? 'report-dismissed' : 'report-removed',
    subjectId: lockedCase.id,
    actorId: null,
    promptId: lockedCase.promptId,
    receiverIds: await listReporters(tx, lockedCase, member),
    now: context.now(),
  })
  await recordAuditEntry(tx, member, {
    action: `report.${decision.action}`,
    target: { kind: 'report', id: lockedCase.id },
    details: { prompt: lockedCase.promptId },
  })
}

/** Locks the reported content and then its case, in the order that a new report uses. Throws AppError not_found. */
async function lockReportedCaseOrThrow(tx: Tx, member: Member, id: string): Promise<LockedCase> {
  const row = await tx
    .selectFrom('reportCases')
    .select(['promptId', 'comparisonId', 'collectionId', 'commentId', 'changeRequestId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('This report')
  await lockReportedContent(tx, row)
  return lockCaseOrThrow(tx, member, id)
}

async function applyDecision(
  context: ModerationContext,
  tx: Tx,
  member: Member,
  { promptId, comparisonId, collectionId, commentId, changeRequestId, authorId, isRemovable, reason }: LockedCase,
  { action, removedReason = standardReasons[reason], undo = false, editedAt }: Decision,
): Promise<void> {
  if (commentId !== null) {
    // Reports may have hidden the comment, and its author may have edited it since then.
    const { state, ...comment } = await lockCommentOrThrow(tx, commentId)
    if (action === 'dismiss' && state === 'waiting') requireUnedited(comment, editedAt)
    const isChanged =
      action === 'dismiss'
        ? await showComment(context, tx, commentId, ['waiting'])
        : await removeComment(tx, commentId, removedReason)
    if (!isChanged && action === 'remove')
      throw new AppError('conflict', 'The comment is no longer shown. Dismiss the report.')
    if (action === 'ban') await banPerson(context, tx, member, { userId: authorId, undo })
    return
  }
  if (action === 'dismiss') return
  if (changeRequestId !== null) {
    const removed = { id: changeRequestId, authorId, reason: removedReason }
    const isRemoved = await takeDownRequest(context, tx, member, removed)
    if (!isRemoved && action === 'remove')
      throw new AppError('conflict', 'The suggested edit is no longer shown. Dismiss the report.')
    if (action === 'ban') await banPerson(context, tx, member, { userId: authorId, undo })
    return
  }
  if (comparisonId !== null) {
    const wasShown = await takeDownComparison(context, tx, member, {
      comparisonId,
      promptId,
      authorId,
      reason: removedReason,
    })
    if (!wasShown && action === 'remove')
      throw new AppError('conflict', 'The comparison is no longer shown. Dismiss the report.')
    if (action === 'ban') await banPerson(context, tx, member, { userId: authorId, undo })
    return
  }
  if (collectionId !== null) {
    const collection = await lockCollectionOrThrow(tx, member, collectionId)
    const isRemoved = await removeOrRestoreCollection(context, tx, member, collection, removedReason)
    if (!isRemoved && action === 'remove')
      throw new AppError('conflict', 'The collection is no longer shown. Dismiss the report.')
    if (action === 'ban') await banPerson(context, tx, member, { userId: authorId, undo })
    return
  }
  // A draft, or a prompt that is already removed, needs no removal, but its author may still be banned.
  const promptBefore = promptId !== null && isRemovable ? await lockPromptOrThrow(tx, member, promptId) : null
  if (promptBefore)
    await removePrompt(tx, member, { idOrSlug: promptBefore.id, reason: removedReason }, promptWriteContext(context))
  else if (action === 'remove') throw new AppError('conflict', 'The prompt is no longer shown. Dismiss the report.')
  if (action === 'ban') await banPerson(context, tx, member, { userId: authorId, undo })
  if (promptBefore) await notifyAuthor(context, tx, member, promptBefore)
}
