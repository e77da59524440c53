import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { type LockedPrompt, lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { hasGroupRight } from '#features/groups/server/group-membership.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import type { PromptEdit } from '#features/writing/contract.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Approval } from '../contract.ts'
import type { ApprovalKind } from '../rules.ts'
import { type ApprovalContext, changesPerMember } from './approval-context.ts'
import { getApprovalOrThrow } from './approval-queries.ts'
import type { ApprovalChange } from './approvals.table.ts'
import { readApprovers } from './approvers.ts'
import { tryChange } from './try-change.ts'

/**
 * Sends a change of a prompt (id or slug) to the approvers of its group, or of the group that its author wants to share
 * it with. Nothing is stored in the prompt. Throws AppError authentication_required, validation_failed, not_found,
 * forbidden, conflict (it needs no approval, nothing would change, or something waits already) or rate_limited.
 */
export async function sendForApproval(
  { db, limits, now: clock, writing }: ApprovalContext,
  member: Member,
  idOrSlug: string,
  edit: PromptEdit,
): Promise<Approval> {
  await limits.take(changesPerMember, member.id)
  const detectLanguage = await loadLanguageDetector()
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await lockPromptOrThrow(tx, member, idOrSlug)
    const { kind, group } = await kindOf(tx, member, prompt, edit)
    await refuseUnneeded(tx, member, kind, group)
    await tryChange(tx, member, { idOrSlug: prompt.id, edit, detectLanguage }, { ...writing, now })
    const id = newId()
    try {
      await tx
        .insertInto('approvals')
        .values({
          id,
          promptId: prompt.id,
          groupId: group.id,
          userId: member.id,
          kind,
          ...changeColumns(edit, prompt),
          state: 'waiting',
          createdAt: now,
          revisedAt: now,
        })
        .execute()
    } catch (error) {
      if (!violatesKey(error, 'approvals_one_waiting')) throw error
      throw new AppError('conflict', t('Something about this prompt waits for approval already. It comes first.'))
    }
    await tellApprovers(tx, member, { id, promptId: prompt.id, groupId: group.id, outcome: 'sent', now })
    return getApprovalOrThrow(tx, member, id)
  })
}

type Group = { id: string; needsApproval: boolean }

/** What kind of request an edit is, and which group decides. Throws AppError validation_failed, forbidden or not_found. */
async function kindOf(
  tx: Tx,
  member: Member,
  prompt: LockedPrompt,
  edit: PromptEdit,
): Promise<{ kind: ApprovalKind; group: Group }> {
  const isNew = prompt.groupId === null
  if (isNew && (edit.status !== 'shared' || edit.group === undefined))
    throw invalidField('group', t('Choose the group that the prompt is for.'))
  const condition = isNew ? sql`g.slug = ${edit.group}` : sql`g.id = ${prompt.groupId}`
  const { rows } = await sql<Group>`
    select g.id, g.needs_approval from groups g where ${condition} for share`.execute(tx)
  const group = rows[0]
  // Whether a group exists is for its members to know. `tryChange` tells the others what they would be told elsewhere.
  if (!group || !(await hasGroupRight(tx, member.id, group.id, 'write')))
    throw new AppError('forbidden', t('Only writers of the group may send something for approval.'))
  if (isNew) return { kind: 'new', group }
  if (edit.status === 'published' && prompt.status !== 'published') return { kind: 'public', group }
  const isForOthers = edit.group !== undefined || edit.otherGroups !== undefined
  if (isForOthers || (edit.status !== undefined && edit.status !== prompt.status))
    throw new AppError('forbidden', t('Only approvers of the group may change which groups read this prompt.'))
  return { kind: 'edit', group }
}

/** Refuses what the member may do without approval, because nobody should wait for nothing. Throws AppError conflict. */
async function refuseUnneeded(tx: Tx, member: Member, kind: ApprovalKind, group: Group): Promise<void> {
  if (group.needsApproval) return
  const mayDirectly = kind !== 'public' || (await hasGroupRight(tx, member.id, group.id, 'approve'))
  if (mayDirectly) throw new AppError('conflict', t('This needs no approval. Save the change instead.'))
}

/** Returns the columns of a request's change, ready to be written. */
export function changeColumns({ version, note = '', ...change }: PromptEdit, prompt: LockedPrompt) {
  return {
    change: JSON.stringify(change satisfies ApprovalChange),
    note,
    baseVersion: version ?? prompt.version,
  }
}

type News = { id: string; promptId: string; groupId: string; outcome: 'sent' | 'revised' | 'commented'; now: Date }

/** Notifies the approvers of the group, except the member who acts. */
export async function tellApprovers(
  tx: Tx,
  member: Member,
  { id, promptId, groupId, outcome, now }: News,
): Promise<void> {
  await recordEvent(tx, {
    kind: 'approval',
    outcome,
    receiverIds: (await readApprovers(tx, groupId)).filter((approver) => approver !== member.id),
    subjectId: id,
    actorId: member.id,
    promptId,
    now,
  })
}
