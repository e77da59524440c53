import { type RawBuilder, sql } from 'kysely'
import { isUnderTakedown } from '#features/catalogue/server/prompt-visibility.ts'
import { trust } from '#features/comments/trust-rules.ts'
import { groupsOf, isInGroup } from '#features/groups/server/group-membership.ts'
import { type Actor, hasRole, siteAccountId } from '#platform/actor.ts'

/** The SQL condition that a collection (`col` in the query) isn't removed and its owner isn't under takedown. */
const isNotRemoved = sql<boolean>`(col.removed_reason is null and not ${isUnderTakedown('col.user_id')})`

/**
 * The SQL condition that a collection's owner is established: the site's own account, a moderator or admin, or a
 * member for at least a week.
 */
const isOwnerEstablished = sql<boolean>`(col.user_id = ${sql.lit(siteAccountId)} or exists (
  select from users owner where owner.id = col.user_id and (
    owner.role <> 'user' or owner.created_at <= now() - make_interval(days => ${sql.lit(trust.trustedDays)}))))`

/** The SQL condition that everybody who has the URL may see the collection, unless it is removed. */
const isOpen = sql<boolean>`col.visibility in ('public', 'unlisted')`

/** The SQL condition that a collection is public and not removed. */
export const isPublic = sql<boolean>`(col.visibility = 'public' and ${isNotRemoved})`

/**
 * The SQL condition that lists, searches and sitemaps may show a collection. A new account's public collections, which
 * nobody has reviewed, are reachable only by their URL until the owner is established or a moderator features them.
 */
export const isListable = sql<boolean>`(${isPublic} and (col.featured_at is not null or ${isOwnerEstablished}))`

/** The SQL condition that everybody who has the URL may see the collection. */
export const isReachable = sql<boolean>`(${isOpen} and ${isNotRemoved})`

/**
 * Returns the SQL condition that a group of this user reads a collection: one in which its owner still writes. `group`
 * is an SQL condition for the group (as `cg.group_id`).
 */
export function isSharedWith(userId: string, group: RawBuilder<boolean> = sql`true`): RawBuilder<boolean> {
  return sql`(col.visibility = 'shared' and ${isNotRemoved} and exists (
    select from collection_groups cg where cg.collection_id = col.id and ${group}
      and cg.group_id = any (${groupsOf(userId, 'read')}) and ${isInGroup(sql`col.user_id`, sql`cg.group_id`, 'write')}))`
}

/**
 * Returns the SQL condition for collections that this actor may see: reachable ones, their own and those of their groups.
 * Moderators also see removed ones, but not those that are private or for groups of others.
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isReachable
  const isOpenToThem = hasRole(actor, 'moderator') ? isOpen : isReachable
  return sql`(col.user_id = ${actor.id} or ${isOpenToThem} or ${isSharedWith(actor.id)})`
}
