import { lockWriter } from '#features/accounts/server/lock-user.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { storePromptChange, type WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import {
  lockPromptOrThrow,
  requireApprover,
  type StoredPrompt,
  writerOf,
} from '#features/catalogue/server/stored/stored-prompt.ts'
import { restorableDays } from '#features/catalogue/status-rules.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { changesPerMember } from './writing-limits.ts'

/**
 * Restores a deleted prompt (id or slug) to its former status. Does nothing for a prompt that isn't deleted. Throws
 * AppError authentication_required, not_found, forbidden (somebody else's prompt, or, for its author, one that a
 * moderator removed or deleted), conflict (too late), or rate_limited.
 */
export async function restorePrompt(db: Db, actor: Actor, idOrSlug: string, context: WriteContext): Promise<Prompt> {
  const member = requireMember(actor)
  await context.limits.take(changesPerMember, member.id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const before = await lockPromptOrThrow(tx, member, idOrSlug)
    const writer = writerOf(member, before)
    if (writer === 'author') requireApprover(before)
    if (writer === 'author' && before.removedReason !== null)
      throw new AppError('forbidden', t('A moderator removed this prompt. Ask a moderator to restore it.'))
    if (before.status !== 'deleted') return getPromptOrThrow(tx, member, before.id)
    if (isTooLate(before, context.now))
      throw new AppError(
        'conflict',
        t('It was deleted more than {restorableDays} days ago and can’t be brought back.', { restorableDays }),
      )
    // Moderators never see what only groups may read, so an approver deleted it.
    const isByModerator =
      before.deletedBy !== null && before.deletedBy !== member.id && before.statusBefore !== 'shared'
    if (writer === 'author' && isByModerator)
      throw new AppError('forbidden', t('A moderator deleted this prompt. Ask a moderator to restore it.'))
    await storePromptChange(
      tx,
      before,
      { status: statusOnceRestored(before), statusBefore: null, deletedAt: null, deletedBy: null },
      { userId: member.id, note: null, now: context.now, onPublished: context.onPublished },
    )
    if (writer === 'moderator') {
      await recordAuditEntry(tx, member, { action: 'prompt.restore', target: { kind: 'prompt', id: before.id } })
    }
    return getPromptOrThrow(tx, member, before.id)
  })
}

/**
 * Returns the status of a prompt after its restoration: `removed` if a moderator removed it, even while it was deleted,
 * otherwise its former status.
 */
function statusOnceRestored({ removedReason, statusBefore }: StoredPrompt): PromptStatus {
  return removedReason === null ? (statusBefore ?? 'draft') : 'removed'
}

function isTooLate({ deletedAt }: StoredPrompt, now: Date): boolean {
  return deletedAt !== null && now.getTime() - deletedAt.getTime() > restorableDays * 86_400_000
}
