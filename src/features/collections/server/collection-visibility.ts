import { type RawBuilder, sql } from 'kysely'
import { type Actor, hasRole } from '#server/platform/actor.ts'

/** Neither removed by a moderator nor by somebody whose work is being taken down, over collections as `col`. */
const isAllowed = sql<boolean>`(col.removed_reason is null and not
  case when col.user_id = any (array(select user_id from takedowns)) then true else false end)`

/** What lists, searches, feeds of others and sitemaps may show, if it has an item that everybody sees. */
export const isPublic = sql<boolean>`(col.visibility = 'public' and ${isAllowed})`

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
