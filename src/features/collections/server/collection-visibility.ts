import { type RawBuilder, sql } from 'kysely'
import { trust } from '#features/comments/trust-rules.ts'
import { type Actor, hasRole } from '#server/platform/actor.ts'

/** Neither removed by a moderator nor by somebody whose work is being taken down, over collections as `col`. */
const isAllowed = sql<boolean>`(col.removed_reason is null and not
  case when col.user_id = any (array(select user_id from takedowns)) then true else false end)`

/**
 * Whether an account, the owner of collections as `col`, is known: staff, older than a week, or with as many shown comments as
 * moderators approve of each account.
 */
const isOfKnownOwner = sql<boolean>`exists (
  select from users o where o.id = col.user_id and (
    o.role <> 'user' or o.created_at <= now() - make_interval(days => ${sql.lit(trust.trustedDays)})
    or (select count(*) from (
      select from comments c where c.user_id = o.id and c.state = 'shown' limit ${sql.lit(trust.firstComments)}) shown
    ) = ${sql.lit(trust.firstComments)}))`

/** What its owner made public, and no moderator took away. */
export const isPublic = sql<boolean>`(col.visibility = 'public' and ${isAllowed})`

/**
 * What lists, searches and sitemaps may show, if it has an item that everybody sees. Nobody has looked at what new accounts make
 * public: whoever has the address sees it, and what a moderator features is listed.
 */
export const isListable = sql<boolean>`(${isPublic} and (col.featured_at is not null or ${isOfKnownOwner}))`

/** What everybody with the address may see. */
export const isReachable = sql<boolean>`(col.visibility <> 'private' and ${isAllowed})`

/**
 * What this actor may see: what everybody may, and their own. Moderators also see what was removed, but nobody else's private
 * collections: those are answered like missing ones.
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isReachable
  const own = sql`col.user_id = ${actor.id}`
  return hasRole(actor, 'moderator') ? sql`(${own} or col.visibility <> 'private')` : sql`(${own} or ${isReachable})`
}
