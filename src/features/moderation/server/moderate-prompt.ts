import type { Prompt } from '#features/catalogue/contract.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { featurePrompt } from '#features/catalogue/server/feature-prompt.ts'
import { markFindingsSeen } from '#features/catalogue/server/mark-findings-seen.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { removePrompt } from '#features/catalogue/server/remove-prompts.ts'
import { lockPromptOrThrow, type StoredPrompt } from '#features/catalogue/server/stored/stored-prompt.ts'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import type { AdminPromptEdit } from '../content-contract.ts'
import { approvedEmail } from './author-emails.ts'
import { announce } from './decide-report.ts'
import { type ModerationContext, promptWriteContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'

/**
 * Applies all of a moderator's changes to a prompt (id or slug), or none of them: edits it, approves or restores it
 * (`published`), removes it with a reason, or marks its findings as seen. Admins can also feature it. Notifies and emails the author about an
 * approval, restoration or removal. Throws AppError authentication_required, forbidden, validation_failed, not_found,
 * conflict.
 */
export async function moderatePrompt(
  context: ModerationContext,
  actor: Actor,
  idOrSlug: string,
  { featured, status, removedReason, seenVersion, ...edit }: AdminPromptEdit,
): Promise<Prompt> {
  const member = requireRole(actor, featured === undefined ? 'moderator' : 'admin')
  if (status === 'removed' && removedReason === undefined)
    throw invalidField('removedReason', t('Give a reason for the author.'))
  if (status !== 'removed' && removedReason !== undefined)
    throw invalidField('removedReason', t('A reason requires the status “removed”.'))
  const detectLanguage = await loadLanguageDetector()
  return inTransaction(context.db, async (tx) => {
    const before = await lockPromptOrThrow(tx, member, idOrSlug)
    const change = { idOrSlug, edit: { ...edit, ...(status === 'published' && { status }) }, detectLanguage }
    const id = await changePrompt(tx, member, change, promptWriteContext(context))
    if (removedReason !== undefined)
      await removePrompt(tx, member, { idOrSlug: id, reason: removedReason }, promptWriteContext(context))
    if (seenVersion !== undefined) await markFindingsSeen(tx, member, { id, version: seenVersion })
    if (featured !== undefined) await featurePrompt(tx, member, { idOrSlug: id, featured }, promptWriteContext(context))
    await notifyAuthor(context, tx, member, before)
    return getPromptOrThrow(tx, member, id)
  })
}

/** Tells a prompt's author if this transaction removed, restored or approved it. `before` is the prompt before that. */
async function notifyAuthor(context: ModerationContext, tx: Tx, moderator: Member, before: StoredPrompt) {
  const after = await lockPromptOrThrow(tx, moderator, before.id)
  const { id, userId: authorId, status, removedReason } = after
  if (removedReason !== null) {
    if (before.removedReason !== removedReason)
      await announce(context, tx, moderator, { kind: 'prompt', id, authorId }, { hidden: removedReason })
  } else if (status === 'published' && before.status === 'removed')
    await announce(context, tx, moderator, { kind: 'prompt', id, authorId }, 'restored')
  else if (status === 'published' && before.status === 'pending' && authorId !== moderator.id)
    await notifyUser(context, tx, authorId, { outcome: 'prompt-approved', subjectId: id, promptId: id }, (username) =>
      approvedEmail(context, username, after),
    )
}
