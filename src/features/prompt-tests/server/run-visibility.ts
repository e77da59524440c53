import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { type Actor, hasRole } from '#server/platform/actor.ts'

/** Whether a run tested a text that was shown as a version of its prompt, over runs as `r`. Runs for suggested edits don't count. */
export const isTextShown: RawBuilder<boolean> = sql`(r.change_request_id is null and exists (
  select from prompt_versions v where v.prompt_id = r.prompt_id and v.content = r.content and v.shown))`

/**
 * Which runs an actor may see, over runs as `r` and their prompts as `p`: of prompts that they may see, on texts that were
 * shown. The prompt's author and admins also see those on other texts. Runs for suggested edits are read with these.
 */
export function isRunVisibleTo(actor: Actor): RawBuilder<boolean> {
  const readsAll = hasRole(actor, 'admin')
    ? sql`true`
    : actor.kind === 'user'
      ? sql`p.user_id = ${actor.id}`
      : sql`false`
  return sql`(r.change_request_id is null and ${isVisibleTo(actor)} and (${readsAll} or ${isTextShown}))`
}
