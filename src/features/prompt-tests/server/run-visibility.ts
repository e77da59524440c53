import { type RawBuilder, sql } from 'kysely'
import {
  isInOwnGroupOf,
  isOwnOf,
  isVersionVisibleTo,
  isVisibleTo,
} from '#features/catalogue/server/prompt-visibility.ts'
import { type Actor, hasRole } from '#platform/actor.ts'

/**
 * The condition that run `r` tested a text that was public as a version of the prompt. False for runs that test a
 * suggested edit.
 */
export const isTextShown: RawBuilder<boolean> = sql`(r.change_request_id is null and exists (
  select from prompt_versions v where v.prompt_id = r.prompt_id and v.content = r.content and v.shown))`

/**
 * Returns the condition for runs `r` of prompts `p` that an actor may see: runs of visible prompts on versions that they
 * may read. A prompt's author or its group's writers, and admins unless it belongs to a group, also see runs on other texts. Runs that test a suggested edit are excluded,
 * because they are shown with the edit.
 */
export function isRunVisibleTo(actor: Actor): RawBuilder<boolean> {
  return sql`(r.change_request_id is null and ${isVisibleTo(actor)} and ${isTextReadableBy(actor)})`
}

function isTextReadableBy(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isTextShown
  const isOfWriter = sql`${isOwnOf(actor.id)} or ${isInOwnGroupOf(actor.id)}`
  const readsAll = hasRole(actor, 'admin') ? sql`p.group_id is null or ${isOfWriter}` : isOfWriter
  return sql`(${readsAll} or exists (select from prompt_versions v
    where v.prompt_id = r.prompt_id and v.content = r.content and ${isVersionVisibleTo(actor)}))`
}
