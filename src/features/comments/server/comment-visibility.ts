import { type RawBuilder, sql } from 'kysely'
import { isClosedTo, isLiveForUser, isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { comparisonSource } from '#features/comparison/server/comparison-queries.ts'
import { type Actor, hasRole } from '#platform/actor.ts'
import type { CommentHooks } from './comment-context.ts'

/** The SQL condition for comments (`c` in the query) that aren't by users under takedown. */
export const isAuthorShown: RawBuilder<boolean> = sql`c.user_id <> all (array(select user_id from takedowns))`

/** The SQL condition for comments (`c` in the query) that everybody may see. */
export const isShown: RawBuilder<boolean> = sql`(c.state = 'shown' and ${isAuthorShown})`

/**
 * Returns the SQL condition for comments (`c` in the query, their threads `t`) that are shown and whose subject is public,
 * or a prompt that is live for the user with this id. In the subquery about comparisons, `c` is the comparison.
 */
export function isShownWithSubject(userId: string): RawBuilder<boolean> {
  return sql`(${isShown} and case
  when t.prompt_id is not null then exists (select from prompts p where p.id = t.prompt_id and ${isLiveForUser(userId)})
  when t.comparison_id is not null then exists (
    select from ${comparisonSource} where c.user_id = t.comparison_owner and c.id = t.comparison_id
      and (c.published_at is not null or c.shared_at is not null) and (not c.from_prompt or ${isTextPublic(sql`c.content`)}))
  else true end)`
}

/** The SQL condition for threads (`t` in the query) about a prompt that groups keep from the user with this id. */
export function isThreadClosedTo(userId: string): RawBuilder<boolean> {
  return sql`exists (select from prompts p where p.id = t.prompt_id and ${isClosedTo(userId)})`
}

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
