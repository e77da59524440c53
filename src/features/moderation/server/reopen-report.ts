import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { reverseRemoval } from '#features/catalogue/server/remove-prompt.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored-prompt.ts'
import { showComment } from '#features/comments/server/show-comment.ts'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import type { Member } from '#server/platform/actor.ts'
import { recordAuditEntry } from '#server/platform/audit.ts'
import { type Tx, violatesKey } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockCollectionOrThrow, removeOrRestoreCollection } from './moderate-collection.ts'
import { type ModerationContext, promptWriteContext } from './moderation-context.ts'
import { notifyAuthor } from './notify-author.ts'
import type { LockedCase } from './report-queries.ts'
import { restoreRequest } from './take-down-change-request.ts'
import { restoreComparison } from './take-down-comparison.ts'

/** The unique keys that allow only one open case about the same content. The key for prompts is in `reopenReport`. */
const otherOpenCaseKeys = ['comparison', 'collection', 'comment', 'change_request'].map(
  (kind) => `report_cases_one_open_${kind}`,
)

/**
 * Undoes a decision: the reports are open again, and removed content is shown again. Throws AppError conflict (newer
 * reports are open, or the decision was a ban, which only the People page can lift), forbidden (the moderator's own
 * prompt).
 */
export async function reopenReport(
  context: ModerationContext,
  tx: Tx,
  member: Member,
  { id, promptId, comparisonId, collectionId, commentId, changeRequestId, authorId, state }: LockedCase,
): Promise<void> {
  if (state === 'banned')
    throw new AppError('conflict', 'The author was banned. Lift the ban under People, and restore the prompt.')
  try {
    await tx
      .updateTable('reportCases')
      .set({ state: 'open', decidedAt: null, decidedBy: null, decidedVersion: null, decidedShown: null })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!violatesKey(error, 'report_cases_one_open', ...otherOpenCaseKeys)) throw error
    throw new AppError('conflict', 'This has been reported again since it was decided. Decide the new reports.')
  }
  if (state === 'removed' && commentId !== null) await showComment(context, tx, commentId, ['removed'])
  else if (state === 'removed' && changeRequestId !== null)
    await restoreRequest(context, tx, member, { id: changeRequestId, authorId })
  else if (state === 'removed' && comparisonId !== null)
    await restoreComparison(context, tx, member, { comparisonId, promptId, authorId })
  else if (state === 'removed' && collectionId !== null) await restoreCollection(context, tx, member, collectionId)
  else if (state === 'removed' && promptId !== null) await restorePrompt(context, tx, member, promptId)
  await recordAuditEntry(tx, member, {
    action: 'report.reopen',
    target: { kind: 'report', id },
    details: { prompt: promptId },
  })
}

async function restoreCollection(context: ModerationContext, tx: Tx, member: Member, id: string): Promise<void> {
  const collection = await lockCollectionOrThrow(tx, member, id)
  await removeOrRestoreCollection(context, tx, member, collection, null)
}

/**
 * Publishes a removed prompt again. If its author has deleted it, it stays deleted, but then the author can restore it.
 */
async function restorePrompt(context: ModerationContext, tx: Tx, member: Member, promptId: string): Promise<void> {
  const before = await lockPromptOrThrow(tx, member, promptId)
  if (before.status === 'deleted') await reverseRemoval(tx, member, before, promptWriteContext(context))
  if (before.status !== 'removed') return
  const detectLanguage = await loadLanguageDetector()
  const change = { idOrSlug: promptId, edit: { status: 'published' as const }, detectLanguage }
  await changePrompt(tx, member, change, promptWriteContext(context))
  await notifyAuthor(context, tx, member, before)
}
