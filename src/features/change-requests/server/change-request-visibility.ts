import { type RawBuilder, sql } from 'kysely'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import {
  isInOwnGroupOf,
  isLiveForUser,
  isOwnOf,
  isPublished,
  isSharedWith,
} from '#features/catalogue/server/prompt-visibility.ts'
import { deletedAccountId, hasRole, type Member, siteAccountId } from '#platform/actor.ts'

/** Accounts that nobody can sign in to. Moderators decide on suggested edits of their prompts. */
const accountsWithoutPerson = [siteAccountId, deletedAccountId]

/**
 * Returns the SQL condition for prompts (`p` in the query) whose suggested edits a member may decide on. These are the
 * member's own prompts, those of groups in which they write, and for moderators also published ones of accounts that
 * nobody can sign in to.
 */
export function mayBeDecidedBy(member: Member): RawBuilder<boolean> {
  const isAuthor = sql<boolean>`(${isOwnOf(member.id)} or ${isInOwnGroupOf(member.id)})`
  return hasRole(member, 'moderator')
    ? sql`(${isAuthor} or p.group_id is null and p.user_id = any(${accountsWithoutPerson}::uuid[]))`
    : isAuthor
}

/**
 * Returns the SQL condition for suggested edits (`cr`, their prompts `p`) that a member may see. The prompt must be live
 * for them. Moderators see all of published ones. Others see those that they suggested, and unless removed those of their
 * own prompts and of groups in which they write. A
 * block between proposer and author hides the edit from both, a mute only from the one who muted.
 */
export function isVisibleTo(member: Member): RawBuilder<boolean> {
  const reader = sql<string>`${member.id}::uuid`
  const isModerator = hasRole(member, 'moderator')
  const isParty = sql`(cr.user_id = ${reader} and ${maySeeContentOf(reader, sql`p.user_id`)}
    or (${isOwnOf(member.id)} or ${isInOwnGroupOf(member.id)}) and cr.removed_reason is null
      and ${maySeeContentOf(reader, sql`cr.user_id`)})`
  return isModerator
    ? sql`(${isPublished} or ${isSharedWith(member.id)} and ${isParty})`
    : sql`(${isLiveForUser(member.id)} and ${isParty})`
}
