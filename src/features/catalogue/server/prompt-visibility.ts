import { type RawBuilder, sql } from 'kysely'
import { type Actor, hasRole } from '#server/platform/actor.ts'

/** What kept counters count: the partial indexes' predicate alone. Over prompts as `p`. */
export const isCounted = isCountedAs('p')

function isCountedAs(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'published'`
}

/**
 * The visibility rule, in one place: what everybody may see. Begins with the partial indexes' predicate, so that every
 * list, count, search and page uses them; leaves out who is being taken down (begin-takedown.ts) at once: seldom anybody,
 * read once for a query, in a `case` so that the planner doesn't guess who wrote how much. Over prompts as `alias`.
 */
export function isPublishedAs(alias: string): RawBuilder<boolean> {
  return sql`(${isCountedAs(alias)} and not
    case when ${sql.ref(`${alias}.user_id`)} = any (array(select user_id from takedowns)) then true else false end)`
}

/** The same over prompts as `p`, as nearly all name them. */
export const isPublished = isPublishedAs('p')

/**
 * What this actor may see, one prompt at a time: the published ones and one's own; moderators what waits for them or
 * was taken away; admins all. Whatever is not seen is not there (404).
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`true`
  if (actor.kind !== 'user') return isPublished
  const own = isBy(actor.id)
  // A deleted draft is still nobody else's business.
  const neverShown = sql`(coalesce(p.status_before, p.status) = 'draft')`
  return hasRole(actor, 'moderator') ? sql`(not ${neverShown} or ${own})` : isOpenTo(actor.id)
}

/** What somebody may see without a role, by id: what is published, and one's own. */
export function isOpenTo(userId: string): RawBuilder<boolean> {
  return sql`(${isPublished} or ${isBy(userId)})`
}

/** A prompt as somebody's own records name it: slug and title are null once it is neither public nor theirs. */
export type NamedPrompt = { id: string; slug: string | null; title: string | null }

/** `p` as a NamedPrompt for somebody, by id. */
export function namedFor(userId: string): RawBuilder<NamedPrompt> {
  const seen = isOpenTo(userId)
  return sql`jsonb_build_object('id', p.id, 'slug', case when ${seen} then p.slug end, 'title', case when ${seen} then p.title end)`
}

/**
 * The rule for a text of a prompt that something else carries (a comparison), over prompts as `p` joined on the left.
 * A prompt that is gone for good takes its text along, and so does a version that is shown no more.
 */
export function isTextPublic(text: RawBuilder<string>): RawBuilder<boolean> {
  return carries(isPublished, sql`false`, text)
}

/** The same for a reader: whoever may read every version of the prompt sees the text. */
export function isTextVisibleTo(actor: Actor, text: RawBuilder<string>): RawBuilder<boolean> {
  if (hasRole(actor, 'admin')) return sql`(p.id is not null)`
  return actor.kind === 'user' ? carries(isVisibleTo(actor), isBy(actor.id), text) : isTextPublic(text)
}

/** The same for somebody without a role, by id. */
export function isTextOpenTo(userId: string, text: RawBuilder<string>): RawBuilder<boolean> {
  return carries(isOpenTo(userId), isBy(userId), text)
}

function carries(visible: RawBuilder<boolean>, readsAll: RawBuilder<boolean>, text: RawBuilder<string>) {
  return sql<boolean>`coalesce(p.id is not null and (${readsAll} or (${visible} and not exists (
    select from prompt_versions v where v.prompt_id = p.id and v.content = ${text} having not bool_or(v.shown)
  ))), false)`
}

function isBy(userId: string): RawBuilder<boolean> {
  return sql`p.user_id = ${userId}`
}
