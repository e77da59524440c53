import { sql } from 'kysely'
import { lockWriter, preventDeletion } from '#features/accounts/server/lock-user.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { storePromptChange } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { type LockedPrompt, lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'
import type { PromptOversight } from '../contract.ts'
import { type ApprovalContext, changesPerMember } from './approval-context.ts'
import { beginReview } from './review-due.ts'
import { getOversight, mayAnswer } from './review-queries.ts'

type Work = (tx: Tx, prompt: LockedPrompt, now: Date) => Promise<void>

/** Locks a prompt and its review for somebody who answers for it, and does something about it. */
async function asAnswering(
  { db, limits, now: clock }: ApprovalContext,
  member: Member,
  { idOrSlug, ownerId = null }: { idOrSlug: string; ownerId?: string | null },
  work: Work,
): Promise<PromptOversight> {
  await limits.take(changesPerMember, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    if (ownerId !== null) await preventDeletion(tx, sql`select ${ownerId}::uuid`)
    const prompt = await lockPromptOrThrow(tx, member, idOrSlug)
    const { rows } = await sql<{ mayAnswer: boolean }>`
      select ${mayAnswer(member)} as may_answer from prompt_reviews r where r.prompt_id = ${prompt.id}
      for no key update`.execute(tx)
    if (!rows[0]) throw notFound(t('This review'))
    if (!rows[0].mayAnswer) throw new AppError('forbidden', t('Only its owner and approvers of its group may do this.'))
    await work(tx, prompt, now)
    return getOversight(tx, member, prompt.id, now)
  })
}

/**
 * Says that a prompt is still right: it counts as reviewed again. Throws AppError authentication_required, not_found,
 * forbidden, conflict (it is out of use) or rate_limited.
 */
export function confirmReview(context: ApprovalContext, member: Member, idOrSlug: string): Promise<PromptOversight> {
  return asAnswering(context, member, { idOrSlug }, async (tx, prompt, now) => {
    requireInUse(prompt)
    await beginReview(tx, prompt.id, now)
    await recordAuditEntry(tx, member, { action: 'prompt.review', target: { kind: 'prompt', id: prompt.id } })
  })
}

/**
 * Takes a prompt out of use: it becomes a draft of its group, which approvers can share again. A repeated call changes
 * nothing. Throws AppError authentication_required, not_found, forbidden, conflict (a moderator has to decide first) or
 * rate_limited.
 */
export function retirePrompt(context: ApprovalContext, member: Member, idOrSlug: string): Promise<PromptOversight> {
  return asAnswering(context, member, { idOrSlug }, async (tx, prompt, now) => {
    if (prompt.status === 'draft') return
    requireInUse(prompt)
    const { onPublished } = context.writing
    await storePromptChange(tx, prompt, { status: 'draft' }, { userId: member.id, note: null, now, onPublished })
    const details = { before: prompt.status }
    await recordAuditEntry(tx, member, { action: 'prompt.retire', target: { kind: 'prompt', id: prompt.id }, details })
  })
}

function requireInUse({ status }: LockedPrompt): void {
  if (status !== 'shared' && status !== 'published')
    throw new AppError('conflict', t('The group doesn’t use this prompt now, so there is nothing to answer.'))
}

/**
 * Makes a writer of a prompt's group its owner, or the group (null), as its owner or an approver. The new owner is
 * notified. Throws AppError authentication_required, not_found, forbidden, validation_failed (not a writer of the group)
 * or rate_limited.
 */
export async function changeOwner(
  context: ApprovalContext,
  member: Member,
  idOrSlug: string,
  owner: string | null,
): Promise<PromptOversight> {
  const ownerId = owner === null ? null : await findUserId(context.db, owner)
  return asAnswering(context, member, { idOrSlug, ownerId }, async (tx, { id, groupId }, now) => {
    const { rows } = await sql<{ id: string | null }>`select group_writer(${groupId}, ${ownerId}) as id`.execute(tx)
    if (owner !== null && (ownerId === null || rows[0]?.id !== ownerId))
      throw invalidField('owner', t('Choose somebody who writes in the group.'))
    const { rows: changed } = await sql`
      update prompt_reviews set owner_id = ${ownerId}, asked_at = null
      where prompt_id = ${id} and owner_id is distinct from ${ownerId}::uuid returning 1`.execute(tx)
    if (changed.length === 0) return
    const details = { owner: ownerId ?? '' }
    await recordAuditEntry(tx, member, { action: 'prompt.owner', target: { kind: 'prompt', id }, details })
    if (ownerId === null || ownerId === member.id) return
    const event = { receiverIds: [ownerId], subjectId: id, actorId: member.id, promptId: id, now }
    await recordEvent(tx, { kind: 'prompt-review', outcome: 'owner', ...event })
  })
}
