import { type RawBuilder, sql } from 'kysely'
import { isPublished, isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { comparisonSource } from '#features/comparison/server/comparison-queries.ts'
import { type Actor, hasRole } from '#server/platform/actor.ts'
import type { CommentHooks } from './comment-context.ts'

/** What everybody may see, over comments as `c`. Excludes authors whose work is being taken down. */
export const isShown: RawBuilder<boolean> = sql`(c.state = 'shown' and c.user_id <> all (array(select user_id from takedowns)))`

/** A comment that everybody sees, on something that everybody sees: over comments as `c` and their threads as `t`. */
export const isShownAnywhere: RawBuilder<boolean> = sql`(${isShown} and case
  when t.prompt_id is not null then exists (select from prompts p where p.id = t.prompt_id and ${isPublished})
  when t.comparison_id is not null then exists (
    select from ${comparisonSource} where c.user_id = t.comparison_owner and c.id = t.comparison_id
      and (c.published_at is not null or c.shared_at is not null) and (not c.from_prompt or ${isTextPublic(sql`c.content`)}))
  else true end)`

/**
 * Whether this actor may see a comment's text, over comments as `c`: a shown one, unless one of the two blocked the
 * other; their own until they delete it; moderators also a waiting one.
 */
export function isVisibleTo(actor: Actor, { mayHearOf }: Pick<CommentHooks, 'mayHearOf'>): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isShown
  const own = sql`(c.user_id = ${actor.id} and c.state <> 'deleted')`
  if (hasRole(actor, 'moderator')) return sql`(${isShown} or ${own} or c.state = 'waiting')`
  return mayHearOf
    ? sql`(${isShown} and ${mayHearOf(sql`${actor.id}::uuid`, sql`c.user_id`)} or ${own})`
    : sql`(${isShown} or ${own})`
}
