import { type RawBuilder, sql } from 'kysely'
import { type Actor, hasRole } from '#server/platform/actor.ts'

/**
 * The visibility rule, in one place: what everybody may see. Written as the partial indexes' predicate, so that every
 * list, count, search and page uses them. Expects the table prompts under the name `p`.
 */
export const isPublished = sql<boolean>`p.status = 'published'`

/**
 * What this actor may see, one prompt at a time: the published ones and one's own; moderators what waits for them or
 * was taken away; admins all. Whatever is not seen is not there (404).
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`true`
  if (actor.kind !== 'user') return isPublished
  const own = sql`p.user_id = ${actor.id}`
  // A deleted draft is still nobody else's business.
  const neverShown = sql`(coalesce(p.status_before, p.status) = 'draft')`
  return hasRole(actor, 'moderator') ? sql`(not ${neverShown} or ${own})` : sql`(${isPublished} or ${own})`
}
