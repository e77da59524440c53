import { type RawBuilder, sql } from 'kysely'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { deletedAccountId, hasRole, type Member, siteAccountId } from '#server/platform/actor.ts'

/** Accounts that nobody can sign in to. Moderators decide on edits of their prompts. */
const accountsWithoutPerson = [siteAccountId, deletedAccountId]

/**
 * SQL for whether a member decides on edits of a prompt, over prompts as `p`: its author, or moderators if
 * nobody can sign in to its account.
 */
export function isDecidedBy(member: Member): RawBuilder<boolean> {
  const isAuthor = sql<boolean>`p.user_id = ${member.id}`
  return hasRole(member, 'moderator')
    ? sql`(${isAuthor} or p.user_id = any(${accountsWithoutPerson}::uuid[]))`
    : isAuthor
}

/**
 * SQL for whether a member may see a request, over change_requests as `cr` and prompts as `p`: its proposer, the
 * prompt's author and moderators, while the prompt is published. Proposer and author don't see it if one blocked the
 * other. A removed one is visible only to its proposer and moderators.
 */
export function isVisibleTo(member: Member): RawBuilder<boolean> {
  const reader = sql<string>`${member.id}::uuid`
  const isModerator = hasRole(member, 'moderator')
  const isParty = sql`(cr.user_id = ${reader} and ${maySeeContentOf(reader, sql`p.user_id`)}
    or p.user_id = ${reader} and cr.removed_reason is null and ${maySeeContentOf(reader, sql`cr.user_id`)})`
  return sql`(${isPublished} and ${isModerator ? sql`true` : isParty})`
}
