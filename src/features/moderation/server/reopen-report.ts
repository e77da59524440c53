import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { forgiveDeletedPrompt } from '#features/catalogue/server/remove-prompt.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored-prompt.ts'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { breaksKey, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ModerationContext, writingOf } from './moderation-context.ts'
import type { LockedCase } from './report-queries.ts'
import { putBack } from './take-down.ts'
import { tellAuthor } from './tell-author.ts'

/**
 * Takes a decision back: the reports wait again, and a prompt that the decision removed is shown again. A ban stays: it
 * is lifted under people. AppError conflict (a ban, or newer reports wait), forbidden (one's own prompt).
 */
export async function reopenReport(
  context: ModerationContext,
  tx: Tx,
  member: Member,
  { id, promptId, comparisonId, authorId, state }: LockedCase,
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
    if (!breaksKey(error, 'report_cases_one_open', 'report_cases_one_open_comparison')) throw error
    throw new AppError('conflict', 'This prompt was reported anew meanwhile. Decide about the new reports.')
  }
  if (state === 'removed' && comparisonId !== null)
    await putBack(context, tx, member, { comparisonId, promptId, authorId })
  else if (state === 'removed' && promptId !== null) await giveBack(context, tx, member, promptId)
  await recordAct(tx, member, {
    action: 'report.reopen',
    target: { kind: 'report', id },
    details: { prompt: promptId },
  })
}

/** Shows a removed prompt again; one that its author has deleted stays deleted, and can be restored. */
async function giveBack(context: ModerationContext, tx: Tx, member: Member, promptId: string): Promise<void> {
  const before = await lockPromptOrThrow(tx, member, promptId)
  if (before.status === 'deleted') await forgiveDeletedPrompt(tx, member, before, writingOf(context))
  if (before.status !== 'removed') return
  const detectLanguage = await loadLanguageDetector()
  const wish = { idOrSlug: promptId, edit: { status: 'published' as const }, detectLanguage }
  await changePrompt(tx, member, wish, writingOf(context))
  await tellAuthor(context, tx, member, before)
}
