import { type RawBuilder, sql } from 'kysely'
import { type Actor, hasRole } from '#server/platform/actor.ts'

/** The prompts that stored counters count: the predicate of the partial indexes. Over prompts as `p`. */
export const isCounted = isCountedAs('p')

function isCountedAs(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'published'`
}

/**
 * SQL for what everybody may see, over prompts as `alias`. Starts with the predicate of the partial indexes, so that
 * queries use them. Excludes authors under takedown (begin-takedown.ts): their ids are read once per query, in a `case`
 * so that the planner doesn't estimate how many prompts they have.
 */
export function isPublishedAs(alias: string): RawBuilder<boolean> {
  return sql`(${isCountedAs(alias)} and not
    case when ${sql.ref(`${alias}.user_id`)} = any (array(select user_id from takedowns)) then true else false end)`
}

/** `isPublishedAs` for prompts as `p`. */
export const isPublished = isPublishedAs('p')

/**
 * SQL for what this actor may open: published prompts and their own. Moderators also see pending, removed and deleted
 * prompts, admins all. For an invisible prompt, endpoints return 404.
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`true`
  if (actor.kind !== 'user') return isPublished
  const isOwn = isBy(actor.id)
  // A deleted draft stays private.
  const neverShown = sql`(coalesce(p.status_before, p.status) = 'draft')`
  return hasRole(actor, 'moderator') ? sql`(not ${neverShown} or ${isOwn})` : isVisibleToUser(actor.id)
}

/** What a user (id) without a role may see: published prompts and their own. */
export function isVisibleToUser(userId: string): RawBuilder<boolean> {
  return sql`(${isPublished} or ${isBy(userId)})`
}

/** A prompt in a user's own records. Slug and title are null while the user may not see the prompt. */
export type NamedPrompt = { id: string; slug: string | null; title: string | null }

/** SQL that converts `p` to a NamedPrompt for a user (id). */
export function promptNameFor(userId: string): RawBuilder<NamedPrompt> {
  const isVisible = isVisibleToUser(userId)
  return sql`jsonb_build_object('id', p.id, 'slug', case when ${isVisible} then p.slug end, 'title', case when ${isVisible} then p.title end)`
}

/**
 * Tells whether a prompt's text that is stored elsewhere (in a comparison) is public, over prompts as `p` in a left
 * join. It is not public once the prompt is permanently deleted or the version is hidden.
 */
export function isTextPublic(text: RawBuilder<string>): RawBuilder<boolean> {
  return mayReadText(isPublished, sql`false`, text)
}

/**
 * Tells whether the actor may see a text as in `isTextPublic`: it is public, or they may read every version of the
 * prompt.
 */
export function isTextVisibleTo(actor: Actor, text: RawBuilder<string>): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`(p.id is not null)`
  return actor.kind === 'user' ? mayReadText(isVisibleTo(actor), isBy(actor.id), text) : isTextPublic(text)
}

/** Tells whether a user (id) without a role may see a text as in `isTextPublic`. */
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
