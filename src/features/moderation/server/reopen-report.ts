import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { reverseRemoval } from '#features/catalogue/server/remove-prompts.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored-prompt.ts'
import { showComment } from '#features/comments/server/show-comment.ts'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Tx, violatesKey } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { lockCollectionOrThrow, removeOrRestoreCollection } from './moderate-collection.ts'
import { type ModerationContext, promptWriteContext } from './moderation-context.ts'
import { notifyAuthor } from './notify-author.ts'
import type { LockedCase } from './report-queries.ts'
import { restoreRequest } from './take-down-change-request.ts'
import { restoreComparison } from './take-down-comparison.ts'

/** The unique keys that allow one open case per content. That of prompts is `report_cases_one_open`. */
const otherOpenCaseKeys = ['comparison', 'collection', 'comment', 'change_request'].map(
  (kind) => `report_cases_one_open_${kind}`,
)

/**
 * Undoes a decision: the reports are open again, and content that the decision removed is restored. Throws AppError
 * conflict (newer reports are open, or the decision was a ban, which admins lift on the People page), forbidden (the
 * moderator's own prompt).
 */
export async function reopenReport(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  { id, promptId, comparisonId, collectionId, commentId, changeRequestId, authorId, state }: LockedCase,
): Promise<void> {
  if (state === 'banned')
    throw new AppError('conflict', 'The author was banned. Lift the ban under People, then restore what was removed.')
  try {
    await tx
      .updateTable('reportCases')
      .set({ state: 'open', decidedAt: null, decidedBy: null, decidedVersion: null, decidedShown: null })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!violatesKey(error, 'report_cases_one_open', ...otherOpenCaseKeys)) throw error
    throw new AppError('conflict', 'This has been reported again since the decision. Decide on the new reports.')
  }
  if (state === 'removed' && commentId !== null) await showComment(context, tx, commentId, ['removed'])
  else if (state === 'removed' && changeRequestId !== null)
    await restoreRequest(context, tx, moderator, { id: changeRequestId, authorId })
  else if (state === 'removed' && comparisonId !== null)
    await restoreComparison(context, tx, moderator, { comparisonId, promptId, authorId })
  else if (state === 'removed' && collectionId !== null) await restoreCollection(context, tx, moderator, collectionId)
  else if (state === 'removed' && promptId !== null) await restorePrompt(context, tx, moderator, promptId)
  await recordAuditEntry(tx, moderator, {
    action: 'report.reopen',
    target: { kind: 'report', id },
    details: { prompt: promptId },
  })
}

async function restoreCollection(context: ModerationContext, tx: Tx, moderator: Member, id: string): Promise<void> {
  const collection = await lockCollectionOrThrow(tx, moderator, id)
  await removeOrRestoreCollection(context, tx, moderator, collection, null)
}

/**
 * Publishes a removed prompt again. If its author has deleted it, it stays deleted, but the author can restore it.
 */
async function restorePrompt(context: ModerationContext, tx: Tx, moderator: Member, promptId: string): Promise<void> {
  const before = await lockPromptOrThrow(tx, moderator, promptId)
  if (before.status === 'deleted') await reverseRemoval(tx, moderator, before, promptWriteContext(context))
  if (before.status !== 'removed') return
  const detectLanguage = await loadLanguageDetector()
  const change = { idOrSlug: promptId, edit: { status: 'published' as const }, detectLanguage }
  await changePrompt(tx, moderator, change, promptWriteContext(context))
  await notifyAuthor(context, tx, moderator, before)
}
