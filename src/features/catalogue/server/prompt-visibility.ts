import { type RawBuilder, sql } from 'kysely'
import { type Actor, hasRole } from '#platform/actor.ts'

/** SQL for the prompts (as `p`) that stored counts include. It is the predicate of the partial indexes. */
export const isCounted = isCountedAs('p')

function isCountedAs(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'published'`
}

/**
 * SQL for the prompts (as `alias`) that everybody may see. Starts with the predicate of the partial indexes, so queries
 * use these indexes. Excludes prompts of authors under takedown (begin-takedown.ts). The ids of these authors are read
 * once per query. The `case` keeps the planner from estimating how many prompts they have.
 */
export function isPublishedAs(alias: string): RawBuilder<boolean> {
  return sql`(${isCountedAs(alias)} and not
    case when ${sql.ref(`${alias}.user_id`)} = any (array(select user_id from takedowns)) then true else false end)`
}

/** The condition `isPublishedAs` for prompts as `p`. */
export const isPublished = isPublishedAs('p')

/**
 * SQL for the prompts that this actor may open: published ones and their own. Moderators also see pending, removed and
 * deleted prompts, and admins see all. Endpoints return 404 for an invisible prompt.
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`true`
  if (actor.kind !== 'user') return isPublished
  const isOwn = isBy(actor.id)
  // A draft stays private when it is deleted.
  const isOrWasDraft = sql`(coalesce(p.status_before, p.status) = 'draft')`
  return hasRole(actor, 'moderator') ? sql`(not ${isOrWasDraft} or ${isOwn})` : isVisibleToUser(actor.id)
}

/** SQL for the prompts that the user with this id may see without a role: published ones and their own. */
export function isVisibleToUser(userId: string): RawBuilder<boolean> {
  return sql`(${isPublished} or ${isBy(userId)})`
}

/** A prompt in a user's own records. Slug and title are null if the user may not see the prompt. */
export type NamedPrompt = { id: string; slug: string | null; title: string | null }

/** SQL that converts a prompt (as `p`) to a NamedPrompt for the user with this id. */
export function promptNameFor(userId: string): RawBuilder<NamedPrompt> {
  const isVisible = isVisibleToUser(userId)
  return sql`jsonb_build_object('id', p.id, 'slug', case when ${isVisible} then p.slug end, 'title', case when ${isVisible} then p.title end)`
}

/**
 * SQL that tells whether a prompt's text, of which a comparison stores a copy, is public. Prompts are `p` in a left
 * join. The text isn't public if the prompt isn't published, was permanently deleted (no `p`), or has that text only in
 * hidden versions.
 */
export function isTextPublic(text: RawBuilder<string>): RawBuilder<boolean> {
  return mayReadText(isPublished, sql`false`, text)
}

/**
 * SQL that tells whether the actor may see a prompt's text of which a comparison stores a copy. Like `isTextPublic`, but
 * for the prompts that the actor may open. Authors and admins also see the texts of hidden versions.
 */
export function isTextVisibleTo(actor: Actor, text: RawBuilder<string>): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`(p.id is not null)`
  return actor.kind === 'user' ? mayReadText(isVisibleTo(actor), isBy(actor.id), text) : isTextPublic(text)
}

/** Like `isTextVisibleTo`, but for the user with this id and without regard to roles. */
export function isTextVisibleToUser(userId: string, text: RawBuilder<string>): RawBuilder<boolean> {
  return mayReadText(isVisibleToUser(userId), isBy(userId), text)
}

function mayReadText(isVisible: RawBuilder<boolean>, mayReadAll: RawBuilder<boolean>, text: RawBuilder<string>) {
  return sql<boolean>`coalesce(p.id is not null and (${mayReadAll} or (${isVisible} and not exists (
    select from prompt_versions v where v.prompt_id = p.id and v.content = ${text} having not bool_or(v.shown)
  ))), false)`
}

function isBy(userId: string): RawBuilder<boolean> {
  return sql`p.user_id = ${userId}`
}
