import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type AuditActor, recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { cacheKeysOfLists, updateCounts } from './prompt-counts.ts'
import { storePromptChange, type WriteContext } from './stored/store-prompt-change.ts'
import { lockPromptOrThrow, type StoredPrompt, storedColumns } from './stored/stored-prompt.ts'

/**
 * Removes up to `limit` prompts of a person, each as `removePrompt` would. Chooses only prompts that are published or
 * pending, or were when they were deleted. Returns how many were removed. A number below `limit` means that none are
 * left.
 */
export async function removeSomePromptsOf(
  tx: Tx,
  actor: AuditActor,
  { userId, reason, limit }: { userId: string; reason: string; limit: number },
): Promise<number> {
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p
    where p.user_id = ${userId} and p.removed_reason is null
      and case p.status when 'deleted' then p.status_before else p.status end in ('published', 'pending')
    order by p.id limit ${limit} for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`
    update prompts set status = case status when 'deleted' then status else 'removed' end, removed_reason = ${reason}
    where id = any(${ids})`.execute(tx)
  for (const { id, status } of rows)
    await recordAuditEntry(tx, actor, {
      action: 'prompt.remove',
      target: { kind: 'prompt', id },
      details: { before: status },
    })
  const published = rows.filter(({ status }) => status === 'published')
  if (published.length > 0) {
    const forks = await sql<{ id: string }>`
      select p.id from prompts p where p.fork_of = any(${published.map(({ id }) => id)})`.execute(tx)
    const lists = await cacheKeysOfLists(tx, published)
    await updateCounts(tx, { before: published, after: [] })
    await recordContentChange(tx, [...published, ...forks.rows].map(({ id }) => id).concat(lists))
  }
  return rows.length
}

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
    throw new AppError(
      'conflict',
      t('This prompt is a draft that only its author can see. There is nothing to remove.'),
    )
  if ((before.statusBefore ?? before.status) === 'shared')
    throw new AppError(
      'conflict',
      t('Only members of its groups can see this prompt. Its group’s approvers can delete it.'),
    )
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
