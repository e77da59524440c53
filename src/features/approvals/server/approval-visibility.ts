import { type RawBuilder, sql } from 'kysely'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import type { Member } from '#platform/actor.ts'

/** SQL that tells whether a member is an approver of the group whose approvers decide about a request (as `a`). */
export function isApprover(member: Member): RawBuilder<boolean> {
  return sql`(a.group_id = any (${groupsOf(member.id, 'approve')}))`
}

/**
 * SQL for the requests (as `a`, their prompts `p`) that a member may see: what they sent, as long as the prompt is their
 * own or they write in its group, and what was sent to the approvers of the group. These see somebody's own prompt only
 * while it waits.
 */
export function isVisibleTo(member: Member): RawBuilder<boolean> {
  return isKnownTo(member, sql`a.state = 'waiting' and p.status <> 'deleted'`)
}

/**
 * Like `isVisibleTo`, but approvers also know of somebody's own prompt that no longer waits, so that they are told what
 * became of it. They may not read it.
 */
export function isKnownTo(member: Member, ifOwnPrompt = sql`true`): RawBuilder<boolean> {
  const isWriter = sql`p.group_id = any (${groupsOf(member.id, 'write')})`
  const isOwnPrompt = sql`p.group_id is null and p.user_id = a.user_id`
  return sql`(a.user_id = ${member.id} and (${isOwnPrompt} or ${isWriter})
    or ${isApprover(member)} and (p.group_id = a.group_id or a.kind = 'new' and ${isOwnPrompt} and ${ifOwnPrompt}))`
}

/** SQL that tells whether the group of a request (as `a`) has an approver besides the person who sent it. */
const hasOtherApprover = sql<boolean>`exists (
  select from group_members gm join users gu on gu.id = gm.user_id
  where gm.group_id = a.group_id and gm.role = 'approver' and gm.user_id <> a.user_id and not gu.banned)`

/** SQL that tells whether a member may decide: an approver, and on what they sent only if there is no other approver. */
export function mayBeDecidedBy(member: Member): RawBuilder<boolean> {
  return sql`(${isApprover(member)} and (a.user_id <> ${member.id} or not ${hasOtherApprover}))`
}
