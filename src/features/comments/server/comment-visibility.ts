import { type RawBuilder, sql } from 'kysely'
import { isPublished, isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { comparisonSource } from '#features/comparison/server/comparison-queries.ts'
import { type Actor, hasRole } from '#platform/actor.ts'
import type { CommentHooks } from './comment-context.ts'

/**
 * The SQL condition for comments (`c` in the query) that everybody may see. Excludes comments by users under takedown.
 */
export const isShown: RawBuilder<boolean> = sql`(c.state = 'shown' and c.user_id <> all (array(select user_id from takedowns)))`

/**
 * The SQL condition for comments (`c` in the query, their threads `t`) that are public and whose subject is public too.
 * In the subquery about comparisons, `c` is the comparison.
 */
export const isPublicWithSubject: RawBuilder<boolean> = sql`(${isShown} and case
  when t.prompt_id is not null then exists (select from prompts p where p.id = t.prompt_id and ${isPublished})
  when t.comparison_id is not null then exists (
    select from ${comparisonSource} where c.user_id = t.comparison_owner and c.id = t.comparison_id
      and (c.published_at is not null or c.shared_at is not null) and (not c.from_prompt or ${isTextPublic(sql`c.content`)}))
  else true end)`

/**
 * Returns the SQL condition for comments (`c` in the query) whose text this actor may see: their own until deleted, and
 * public ones, unless the author or the actor blocked the other, or the actor muted the author. Blocks and mutes don't
 * apply to moderators, who also see waiting comments.
 */
export function isVisibleTo(
  actor: Actor,
  { maySeeContentOf }: Pick<CommentHooks, 'maySeeContentOf'>,
): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isShown
  const own = sql`(c.user_id = ${actor.id} and c.state <> 'deleted')`
  if (hasRole(actor, 'moderator')) return sql`(${isShown} or ${own} or c.state = 'waiting')`
  return maySeeContentOf
    ? sql`(${isShown} and ${maySeeContentOf(sql`${actor.id}::uuid`, sql`c.user_id`)} or ${own})`
    : sql`(${isShown} or ${own})`
}
