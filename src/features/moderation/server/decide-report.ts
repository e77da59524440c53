import { requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import type { DecisionOutcome } from '#features/notifications/rules.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Decision, ReportCase } from '../report-contract.ts'
import { type CaseKind, caseKinds, standardReasons, stateAfter } from '../rules.ts'
import { applyBanEffectsNow } from './apply-ban-effects.ts'
import { removedEmail, restoredEmail } from './author-emails.ts'
import { banPerson } from './ban-person.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'
import { getCaseOrThrow, type LockedCase, listReporters, lockCaseOrThrow } from './report-queries.ts'
import { subjectOf } from './reportables.ts'

/** The notifications of an author. Decisions on comments and profiles aren't announced. */
const outcomes: Record<
  Exclude<CaseKind, 'comment' | 'profile'>,
  { hidden: DecisionOutcome; restored: DecisionOutcome }
> = {
  prompt: { hidden: 'prompt-removed', restored: 'prompt-restored' },
  comparison: { hidden: 'comparison-removed', restored: 'comparison-restored' },
  collection: { hidden: 'collection-removed', restored: 'collection-restored' },
  changeRequest: { hidden: 'change-request-removed', restored: 'change-request-restored' },
}

/** The unique key that allows one open case per prompt. Those of the other kinds are named after it. */
const openCaseKey = 'report_cases_one_open'
const otherOpenCaseKeys = caseKinds.map((kind) => `${openCaseKey}_${kind.replace(/[A-Z]/, '_$&').toLowerCase()}`)

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
    const lockedCase = await lockReportedCaseOrThrow(context, tx, member, id)
    await decideCase(context, tx, member, lockedCase, decision)
    return { decidedCase: await getCaseOrThrow(context, tx, member, id), authorId: lockedCase.authorId }
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
  if (state === 'open') return reopenCase(context, tx, member, lockedCase)
  if (lockedCase.state !== 'open') throw new AppError('conflict', translate(decided[lockedCase.state]))
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
  await recordCaseEntry(tx, member, lockedCase, `report.${decision.action}`)
}

const decided = {
  dismissed: msg('This case is already decided: dismissed. Reopen it to decide again.'),
  removed: msg('This case is already decided: removed. Reopen it to decide again.'),
  banned: msg('This case is already decided: banned. Reopen it to decide again.'),
} as const

function recordCaseEntry(tx: Tx, member: Member, { id, promptId }: LockedCase, action: string): Promise<void> {
  return recordAuditEntry(tx, member, { action, target: { kind: 'report', id }, details: { prompt: promptId } })
}

/**
 * Locks the reported content and then its case. Reporting and deciding lock in the same order, which avoids a deadlock.
 * Throws AppError not_found.
 */
async function lockReportedCaseOrThrow(
  context: Pick<ModerationContext, 'reportables'>,
  tx: Tx,
  member: Member,
  id: string,
): Promise<LockedCase> {
  const row = await tx.selectFrom('reportCases').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t('This report'))
  const subject = subjectOf(row)
  await context.reportables[subject.kind].lock(tx, subject.id, row.promptId)
  return lockCaseOrThrow(context, tx, member, id)
}

async function applyDecision(
  context: ModerationContext,
  tx: Tx,
  member: Member,
  { subject: { kind, id }, authorId, reason }: LockedCase,
  { action, removedReason = standardReasons[reason], undo = false, editedAt }: Decision,
): Promise<void> {
  const { hide, keep } = context.reportables[kind]
  const now = context.now()
  if (action === 'dismiss') return keep?.(tx, { id, seenEditedAt: editedAt, now })
  const isHidden = await hide(tx, member, { id, reason: removedReason, now })
  // Content that nobody sees needs no removal, but its author may still be banned.
  if (!isHidden && action === 'remove')
    throw new AppError('conflict', t('The content is no longer shown. Dismiss the report.'))
  if (action === 'ban') await banPerson(context, tx, member, { userId: authorId, undo })
  if (isHidden) await announce(context, tx, member, { kind, id, authorId }, { hidden: removedReason })
}

/**
 * Undoes a decision: the reports are open again, and content that the decision removed is restored. Throws AppError
 * conflict (newer reports are open, or the decision was a ban, which admins lift on the People page), forbidden (the
 * moderator's own prompt).
 */
async function reopenCase(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  lockedCase: LockedCase,
): Promise<void> {
  const { id, subject, authorId, state } = lockedCase
  if (state === 'banned')
    throw new AppError(
      'conflict',
      t('The author was banned. Lift the ban under People, then restore what was removed.'),
    )
  try {
    await tx
      .updateTable('reportCases')
      .set({ state: 'open', decidedAt: null, decidedBy: null, decidedVersion: null, decidedShown: null })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!violatesKey(error, openCaseKey, ...otherOpenCaseKeys)) throw error
    throw new AppError('conflict', t('This has been reported again since the decision. Decide on the new reports.'))
  }
  if (state === 'removed') {
    const { restore } = context.reportables[subject.kind]
    const isRestored = await restore(tx, moderator, { id: subject.id, now: context.now() })
    if (isRestored) await announce(context, tx, moderator, { ...subject, authorId }, 'restored')
  }
  await recordCaseEntry(tx, moderator, lockedCase, 'report.reopen')
}

/**
 * Notifies and emails the author of content that was hidden, with the reason, or restored, unless the author is the
 * moderator.
 */
export async function announce(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  { kind, id, authorId }: { kind: CaseKind; id: string; authorId: string },
  change: { hidden: string } | 'restored',
): Promise<void> {
  const { describe } = context.reportables[kind]
  if (!describe || kind === 'comment' || kind === 'profile' || authorId === moderator.id) return
  const { promptId, collectionId, ...content } = await describe(tx, id)
  const outcome = outcomes[kind][change === 'restored' ? 'restored' : 'hidden']
  await notifyUser(context, tx, authorId, { outcome, subjectId: id, promptId, collectionId }, (username) =>
    change === 'restored'
      ? restoredEmail(context, username, { kind, ...content })
      : removedEmail(context, username, { kind, ...content }, change.hidden),
  )
}
