import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { storePromptChange, type WriteContext } from './store-prompt-change.ts'
import { lockPromptOrThrow, type StoredPrompt } from './stored-prompt.ts'

type RemoveContext = Omit<WriteContext, 'limits' | 'moderation'>

/**
 * Removes a published or pending prompt (by id or slug), with a reason for its author. A deleted prompt stays deleted
 * and can no longer be restored. An already removed prompt gets the new reason. The caller has checked permission.
 * Throws AppError not_found or conflict (a draft).
 */
export async function removePrompt(
  tx: Tx,
  member: Member,
  { idOrSlug, reason }: { idOrSlug: string; reason: string },
  context: RemoveContext,
): Promise<void> {
  const before = await lockPromptOrThrow(tx, member, idOrSlug)
  if (before.removedReason === reason) return
  if ((before.statusBefore ?? before.status) === 'draft')
    throw new AppError('conflict', 'This prompt is a draft that only its author can see. There is nothing to remove.')
  const status = before.status === 'deleted' ? 'deleted' : 'removed'
  await storePromptChange(
    tx,
    before,
    { status, removedReason: reason },
    { userId: member.id, note: null, now: context.now, onPublished: context.onPublished },
  )
  await recordAuditEntry(tx, member, {
    action: 'prompt.remove',
    target: { kind: 'prompt', id: before.id },
    details: { before: before.status },
  })
}

/** Reverses the removal of a deleted prompt. Its author can then restore the prompt. */
export async function reverseRemoval(tx: Tx, member: Member, before: StoredPrompt, context: RemoveContext) {
  if (before.removedReason === null) return
  const statusBefore = before.statusBefore === 'removed' ? 'published' : before.statusBefore
  await storePromptChange(
    tx,
    before,
    { removedReason: null, statusBefore },
    { userId: member.id, note: null, now: context.now, onPublished: context.onPublished },
  )
  await recordAuditEntry(tx, member, { action: 'prompt.forgive', target: { kind: 'prompt', id: before.id } })
}
