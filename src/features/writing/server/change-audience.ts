import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { LockedPrompt } from '#features/catalogue/server/stored/stored-prompt.ts'
import { requireApprover } from '#features/catalogue/server/stored/stored-prompt.ts'
import type { RequestedStatus, Writer } from '#features/catalogue/status-rules.ts'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'

/** Who is to read a prompt: the requested status and, with `shared`, the slugs of the groups. Unset: no change. */
type AudienceRequest = { status?: RequestedStatus; group?: string; otherGroups?: string[] }
/** The group that a prompt belongs to, and all groups whose members may read it. */
type Audience = { groupId: string | null; groupIds: string[] }

/**
 * Decides for which groups a prompt is after a request, and whether the member may change that. Members share their own
 * prompts with groups in which they are writers. A prompt then belongs to its first group, whose approvers alone move
 * it, publish it for everybody or return it to its author. `before` is null for a new prompt. Throws AppError forbidden,
 * validation_failed, conflict, or not_found (a group).
 */
export async function audienceAfter(
  tx: Tx,
  member: Member,
  existing: { before: LockedPrompt; writer: Writer; isApproved?: boolean } | null,
  { status, group, otherGroups }: AudienceRequest,
): Promise<Audience> {
  const before = existing?.before ?? null
  const current: Audience = { groupId: before?.groupId ?? null, groupIds: before?.groupIds ?? [] }
  const next = status ?? before?.status
  const namesGroups = group !== undefined || otherGroups !== undefined
  // The table of statuses decides what moderators may request.
  if (existing?.writer === 'moderator' && !namesGroups) return current
  if (existing?.writer === 'moderator')
    throw new AppError('forbidden', t('Only its author or its group may share this prompt.'))
  if (namesGroups && next !== 'shared')
    throw invalidField(
      group === undefined ? 'otherGroups' : 'group',
      t('Only a prompt with the status “shared” has groups.'),
    )
  if (before && next === before.status && !namesGroups) return current
  // A request that is repeated, because its answer got lost, decides nothing.
  if (before && next === 'shared' && (await isSharedSo(tx, before, { group, otherGroups }))) return current
  if (before && !existing?.isApproved) requireApprover(before)
  if (next === 'shared') return groupsAfter(tx, member, current, { group, otherGroups })
  if (before?.groupId != null && next === 'draft') {
    await refuseIfAuthorLeft(tx, before)
    return { groupId: null, groupIds: [] }
  }
  return current
}

/** Tells whether a prompt is shared with the groups that a request names. */
async function isSharedSo(
  tx: Tx,
  { status, groupId, groupIds }: LockedPrompt,
  { group, otherGroups }: Pick<AudienceRequest, 'group' | 'otherGroups'>,
): Promise<boolean> {
  if (status !== 'shared') return false
  const rows = await tx.selectFrom('groups').select(['id', 'slug']).where('id', 'in', groupIds).execute()
  const others = rows.filter(({ id }) => id !== groupId).map(({ slug }) => slug)
  return (
    (group === undefined || rows.some(({ id, slug }) => id === groupId && slug === group)) &&
    (otherGroups === undefined || isDeepStrictEqual(new Set(others), new Set(otherGroups)))
  )
}

type KnownGroup = { id: string; slug: string; mayWrite: boolean; needsApproval: boolean; mayApprove: boolean }

/** Finds the groups that a prompt is to be shared with. Those that may read it already may stay. */
async function groupsAfter(
  tx: Tx,
  member: Member,
  current: Audience,
  { group, otherGroups }: Pick<AudienceRequest, 'group' | 'otherGroups'>,
): Promise<Audience> {
  const { rows: known } = await sql<KnownGroup>`
    select g.id, g.slug, g.needs_approval, g.id = any (${groupsOf(member.id, 'write')}) as may_write,
      g.id = any (${groupsOf(member.id, 'approve')}) as may_approve
    from groups g
    where g.slug = any(${[...(group === undefined ? [] : [group]), ...(otherGroups ?? [])]})
      and (g.id = any (${groupsOf(member.id, 'read')}) or g.id = any(${current.groupIds}::uuid[]))`.execute(tx)
  const idOf = (slug: string) => {
    const found = known.find((one) => one.slug === slug)
    if (!found) throw notFound(t('This group'))
    if (!found.mayWrite && !current.groupIds.includes(found.id))
      throw new AppError('forbidden', t('Only writers of this group may share prompts with it.'))
    const isAdded = !current.groupIds.includes(found.id) && (current.groupId !== null || slug !== group)
    if (isAdded && found.needsApproval && !found.mayApprove)
      throw new AppError(
        'forbidden',
        t('This group needs an approver’s consent. Only its approvers may add this prompt.'),
      )
    if (slug === group && found.needsApproval && current.groupId !== null && found.id !== current.groupId)
      throw new AppError(
        'conflict',
        t('Return the prompt to its author first. They can then send it to this group for approval.'),
      )
    return found.id
  }
  const groupId = group === undefined ? current.groupId : idOf(group)
  if (groupId === null) throw invalidField('group', t('Choose the group that the prompt is for.'))
  const others =
    otherGroups === undefined ? current.groupIds.filter((id) => id !== current.groupId) : otherGroups.map(idOf)
  return { groupId, groupIds: [groupId, ...new Set(others.filter((id) => id !== groupId))] }
}

/** A prompt whose author has left the group stays there: nobody else could be the only one who reads it. */
async function refuseIfAuthorLeft(tx: Tx, { groupId, userId }: LockedPrompt): Promise<void> {
  const { rows } = await sql`
    select from groups g where g.id = ${groupId} and g.id = any (${groupsOf(userId, 'read')})`.execute(tx)
  if (rows.length === 0)
    throw new AppError('conflict', t('Its author has left the group. Move it to another group, or delete it.'))
}
