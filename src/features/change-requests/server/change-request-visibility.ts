import { type RawBuilder, sql } from 'kysely'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { deletedAccountId, hasRole, type Member, siteAccountId } from '#platform/actor.ts'

/** Accounts that nobody can sign in to. Moderators decide on suggested edits of their prompts. */
const accountsWithoutPerson = [siteAccountId, deletedAccountId]

/**
 * Returns the SQL condition for prompts (`p` in the query) whose suggested edits a member may decide on. These are the
 * member's own prompts, and for moderators also those of accounts that nobody can sign in to.
 */
export function mayBeDecidedBy(member: Member): RawBuilder<boolean> {
  const isAuthor = sql<boolean>`p.user_id = ${member.id}`
  return hasRole(member, 'moderator')
    ? sql`(${isAuthor} or p.user_id = any(${accountsWithoutPerson}::uuid[]))`
    : isAuthor
}

/**
 * Returns the SQL condition for suggested edits (`cr`, their prompts `p`) that a member may see. The prompt must be
 * published. Moderators see all. Others see those that they suggested, and those of their own prompts unless removed. A
 * block between proposer and author hides the edit from both, a mute only from the one who muted.
 */
export function isVisibleTo(member: Member): RawBuilder<boolean> {
  const reader = sql<string>`${member.id}::uuid`
  const isModerator = hasRole(member, 'moderator')
  const isParty = sql`(cr.user_id = ${reader} and ${maySeeContentOf(reader, sql`p.user_id`)}
    or p.user_id = ${reader} and cr.removed_reason is null and ${maySeeContentOf(reader, sql`cr.user_id`)})`
  return sql`(${isPublished} and ${isModerator ? sql`true` : isParty})`
}
