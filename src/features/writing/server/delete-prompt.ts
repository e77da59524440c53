import { storePromptChange, type WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { lockPromptOrThrow, requireApprover, writerOf } from '#features/catalogue/server/stored/stored-prompt.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { changesPerMember } from './writing-limits.ts'

/**
 * Marks a prompt (id or slug) as deleted. It can be restored for 30 days. A repeated call changes nothing. Throws
 * AppError authentication_required, not_found, forbidden, or rate_limited.
 */
export async function deletePrompt(db: Db, actor: Actor, idOrSlug: string, context: WriteContext): Promise<void> {
  const member = requireMember(actor)
  await context.limits.take(changesPerMember, member.id)
  await inTransaction(db, async (tx) => {
    const before = await lockPromptOrThrow(tx, member, idOrSlug)
    const writer = writerOf(member, before)
    if (writer === 'author') requireApprover(before)
    if (before.status === 'deleted') return
    await storePromptChange(
      tx,
      before,
      { status: 'deleted', statusBefore: before.status, deletedAt: context.now, deletedBy: member.id },
      { userId: member.id, note: null, now: context.now, onPublished: context.onPublished },
    )
    if (writer === 'moderator') {
      await recordAuditEntry(tx, member, { action: 'prompt.delete', target: { kind: 'prompt', id: before.id } })
    }
  })
}
