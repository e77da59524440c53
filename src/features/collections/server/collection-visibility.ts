import { type RawBuilder, sql } from 'kysely'
import { isUnderTakedown } from '#features/catalogue/server/prompt-visibility.ts'
import { trust } from '#features/comments/trust-rules.ts'
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

/** The SQL condition that a collection is public and not removed. */
export const isPublic = sql<boolean>`(col.visibility = 'public' and ${isNotRemoved})`

/**
 * The SQL condition that lists, searches and sitemaps may show a collection. A new account's public collections, which
 * nobody has reviewed, are reachable only by their URL until the owner is established or a moderator features them.
 */
export const isListable = sql<boolean>`(${isPublic} and (col.featured_at is not null or ${isOwnerEstablished}))`

/** The SQL condition that everybody who has the URL may see the collection. */
export const isReachable = sql<boolean>`(col.visibility <> 'private' and ${isNotRemoved})`

/**
 * Returns the SQL condition for collections that this actor may see: reachable ones and their own. Moderators also see
 * removed ones, but not other members' private ones.
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isReachable
  const own = sql`col.user_id = ${actor.id}`
  return hasRole(actor, 'moderator') ? sql`(${own} or col.visibility <> 'private')` : sql`(${own} or ${isReachable})`
}
