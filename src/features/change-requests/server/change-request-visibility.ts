import { type RawBuilder, sql } from 'kysely'
import { mayHearOf } from '#features/blocks/server/block-visibility.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { deletedAccountId, hasRole, type Member, siteAccountId } from '#server/platform/actor.ts'

/** Accounts that nobody signs in to: moderators decide about their prompts. */
const unattended = [siteAccountId, deletedAccountId]

/** Whether a member decides about edits of a prompt, over prompts as `p`: its author; moderators if it has none. */
export function isDecidedBy(member: Member): RawBuilder<boolean> {
  const own = sql<boolean>`p.user_id = ${member.id}`
  return hasRole(member, 'moderator') ? sql`(${own} or p.user_id = any(${unattended}::uuid[]))` : own
}

/**
 * Which requests a member may see, over change_requests as `cr` and their prompts as `p`: its proposer, the prompt's author
 * and moderators, while the prompt is published. Nobody sees one of a person whom they blocked or who blocked them. A removed
 * one is there for its proposer and moderators.
 */
export function isVisibleTo(member: Member): RawBuilder<boolean> {
  const reader = sql<string>`${member.id}::uuid`
  const isModerator = hasRole(member, 'moderator')
  const party = sql`(cr.user_id = ${reader} and ${mayHearOf(reader, sql`p.user_id`)}
    or p.user_id = ${reader} and cr.removed_reason is null and ${mayHearOf(reader, sql`cr.user_id`)})`
  return sql`(${isPublished} and ${isModerator ? sql`true` : party})`
}
