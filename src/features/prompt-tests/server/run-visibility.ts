import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { type Actor, hasRole } from '#platform/actor.ts'

/**
 * The condition that run `r` tested a text that was public as a version of the prompt. False for runs that test a
 * suggested edit.
 */
export const isTextShown: RawBuilder<boolean> = sql`(r.change_request_id is null and exists (
  select from prompt_versions v where v.prompt_id = r.prompt_id and v.content = r.content and v.shown))`

/**
 * Returns the condition for runs `r` of prompts `p` that an actor may see: runs of visible prompts on texts that were
 * public. A prompt's author and admins also see runs on other texts. Runs that test a suggested edit are excluded,
 * because they are shown with the edit.
 */
export function isRunVisibleTo(actor: Actor): RawBuilder<boolean> {
  const readsAll = hasRole(actor, 'admin')
    ? sql`true`
    : actor.kind === 'user'
      ? sql`p.user_id = ${actor.id}`
      : sql`false`
  return sql`(r.change_request_id is null and ${isVisibleTo(actor)} and (${readsAll} or ${isTextShown}))`
}
