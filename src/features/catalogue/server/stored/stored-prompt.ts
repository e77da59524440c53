import { type RawBuilder, sql } from 'kysely'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { t } from '#lib/texts.ts'
import { type Actor, hasRole, type Member } from '#platform/actor.ts'
import { columnsOf, type Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { WrittenPrompt } from '../../contract.ts'
import type { PromptStatus } from '../../rules.ts'
import type { Writer } from '../../status-rules.ts'
import { authorsOf } from '../author-counts.ts'
import { hasIdOrSlug } from '../prompt-queries.ts'
import { isVisibleTo } from '../prompt-visibility.ts'

/** A prompt in the form in which it is stored. `votes` is the number of up votes minus that of down votes. */
export type StoredPrompt = WrittenPrompt & {
  id: string
  slug: string
  language: string
  categoryId: string
  userId: string
  /** The group that it belongs to, and all groups whose members may read it while it is shared. */
  groupId: string | null
  groupIds: string[]
  /** The authors that the prompt counts for (author-counts.ts). */
  authorIds: string[]
  forkOf: string | null
  status: PromptStatus
  removedReason: string | null
  /** Of a deleted prompt: the status that it had before. */
  statusBefore: Exclude<PromptStatus, 'deleted'> | null
  version: number
  featured: boolean
  copies: number
  votes: number
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: string | null
}

/** The columns of a StoredPrompt, from prompts as `p`. */
export const storedColumns = sql<StoredPrompt>`
  ${columnsOf('p', Object.keys(WrittenPrompt.shape))},
  p.id, p.slug, p.language, p.category_id, p.user_id, p.group_id, p.group_ids, ${authorsOf} as author_ids,
  p.fork_of, p.status, p.removed_reason, p.status_before, p.version, p.featured,
  p.copies, p.votes_up - p.votes_down as votes, p.published_at, p.deleted_at,
  p.deleted_by`

/**
 * What decides who may change a prompt. `groupRight`: what the actor may do in the group that it belongs to, if they may
 * write there.
 */
export type WriterFacts = Pick<StoredPrompt, 'userId' | 'groupId' | 'status' | 'statusBefore'> & {
  groupRight: 'write' | 'approve' | null
}
export type LockedPrompt = StoredPrompt & WriterFacts

/** The column `group_right` of WriterFacts, for prompts as `p`. */
export function groupRightOf(actor: Actor): RawBuilder<unknown> {
  if (actor.kind !== 'user') return sql`null as group_right`
  return sql`case when p.group_id = any (${groupsOf(actor.id, 'approve')}) then 'approve'
    when p.group_id = any (${groupsOf(actor.id, 'write')}) then 'write' end as group_right`
}

/** Reads and locks a prompt (by id or slug) that the actor may see. Throws AppError not_found. */
export async function lockPromptOrThrow(tx: Tx, actor: Actor, idOrSlug: string): Promise<LockedPrompt> {
  const { rows } = await sql<LockedPrompt>`
    select ${storedColumns}, ${groupRightOf(actor)} from prompts p
    where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)} for update`.execute(tx)
  if (!rows[0]) throw notFound(t('This prompt'))
  return rows[0]
}

/**
 * Returns the role in which the member may change the prompt. A prompt of a group is changed by the group's writers and,
 * unless only groups may read it, by moderators. Throws AppError forbidden.
 */
export function writerOf(member: Member, prompt: WriterFacts): Writer {
  const role = roleOf(member, prompt)
  if (role) return role
  throw new AppError(
    'forbidden',
    prompt.groupId === null
      ? t('Only its author, moderators and admins may change this prompt. You can fork it.')
      : t('Only the writers of its group may change this prompt. You can fork it.'),
  )
}

/** Like `writerOf`, but returns null if the member may not change the prompt. */
export function roleOf(member: Member, prompt: WriterFacts): Writer | null {
  const { userId, groupId, groupRight, status, statusBefore } = prompt
  if (groupId === null ? userId === member.id : groupRight !== null) return 'author'
  return hasRole(member, 'moderator') && (statusBefore ?? status) !== 'shared' ? 'moderator' : null
}

/** Throws AppError forbidden if the member may not decide about a prompt of a group: to delete it, or who may read it. */
export function requireApprover({ groupId, groupRight }: WriterFacts): void {
  if (groupId !== null && groupRight !== 'approve')
    throw new AppError('forbidden', t('This prompt belongs to a group. Only its approvers may do this.'))
}
