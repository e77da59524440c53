import { type RawBuilder, sql } from 'kysely'
import { groupsOf, isInGroup } from '#features/groups/server/group-membership.ts'
import { type Actor, hasRole } from '#platform/actor.ts'

/** SQL for the prompts (as `p`) that stored counts include. It is the predicate of the partial indexes. */
export const isCounted = isCountedAs('p')

/** Like `isCounted`, for prompts as `alias`. */
export function isCountedAs(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'published'`
}

/**
 * SQL that tells whether all work of the user in this column, such as `p.user_id`, is being taken down
 * (begin-takedown.ts). False for null. The ids of these users are read once per query. The `case` keeps the planner from
 * estimating how many rows they have.
 */
export function isUnderTakedown(column: string): RawBuilder<boolean> {
  return sql`case when ${sql.ref(column)} = any (array(select user_id from takedowns)) then true else false end`
}

/**
 * SQL for the prompts (as `alias`) that everybody may see. Starts with the predicate of the partial indexes, so queries
 * use these indexes. Excludes prompts of authors under takedown.
 */
export function isPublishedAs(alias: string): RawBuilder<boolean> {
  return sql`(${isCountedAs(alias)} and not ${isUnderTakedown(`${alias}.user_id`)})`
}

/** The condition `isPublishedAs` for prompts as `p`. */
export const isPublished = isPublishedAs('p')

/**
 * SQL for the prompts that are shared with a group of the user with this id. Starts with the predicate of the partial
 * indexes of shared prompts.
 */
export function isSharedWith(userId: string): RawBuilder<boolean> {
  return isSharedWithAs('p', userId)
}

function isSharedWithAs(alias: string, userId: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${alias}.status`)} = 'shared' and ${sql.ref(`${alias}.group_ids`)} && ${groupsOf(userId, 'read')})`
}

/** SQL for the prompts that an actor reads in lists and acts on: published ones, and those shared with their groups. */
export function isLiveFor(actor: Actor): RawBuilder<boolean> {
  return actor.kind === 'user' ? isLiveForUser(actor.id) : isPublished
}

/** Like `isLiveFor`, for the user with this id and prompts as `alias`. */
export function isLiveForUser(userId: string, alias = 'p'): RawBuilder<boolean> {
  return sql`(${isPublishedAs(alias)} or ${isSharedWithAs(alias, userId)})`
}

/**
 * Like `isLiveForUser`, for queries in which the user differs from row to row. `user` is an SQL expression for an id. It
 * reads memberships for each shared prompt.
 */
export function isLiveForEach(user: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(${isPublished} or p.status = 'shared' and ${isInGroup(user, sql`any (p.group_ids)`, 'read')})`
}

/** SQL for the prompts that belong to the user with this id alone: a prompt of a group belongs to the group. */
export function isOwnOf(userId: string): RawBuilder<boolean> {
  return sql`(p.user_id = ${userId} and p.group_id is null)`
}

/** SQL that tells whether the user with this id is a writer of the group that a prompt belongs to. */
export function isInOwnGroupOf(userId: string): RawBuilder<boolean> {
  return sql`(p.group_id is not null and p.group_id = any (${groupsOf(userId, 'write')}))`
}

/**
 * SQL for the prompts that a user reads as a member of their groups. Also those that wait for a moderator before
 * everybody may see them and, for the writers of the group that it belongs to, removed and deleted ones.
 */
function isGroupsOf(userId: string): RawBuilder<boolean> {
  return sql`(p.group_id is not null and (
    p.status in ('shared', 'pending') and p.group_ids && ${groupsOf(userId, 'read')} or ${isInOwnGroupOf(userId)}))`
}

/**
 * SQL for the prompts that groups keep to themselves: shared ones and those that they took out of use, which are drafts.
 * They stay private when they are deleted.
 */
const isHeldByGroups = sql<boolean>`(
  p.group_id is not null and coalesce(p.status_before, p.status) in ('shared', 'draft'))`

/**
 * SQL for the prompts that this actor may open: published ones, their own and those of their groups. Moderators also see
 * pending, removed and deleted prompts, and admins also drafts, but neither see what only groups may read. Endpoints
 * return 404 for an invisible prompt.
 */
export function isVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'user') return actor.kind === 'system' ? sql`true` : isPublished
  if (!hasRole(actor, 'moderator')) return isVisibleToUser(actor.id)
  // Admins see drafts, except those of groups.
  const isPrivate = hasRole(actor, 'admin')
    ? isHeldByGroups
    : sql`coalesce(p.status_before, p.status) in ('shared', 'draft')`
  return sql`(not ${isPrivate} or ${isOwnOf(actor.id)} or ${isGroupsOf(actor.id)})`
}

/**
 * SQL for the prompts that only groups may read in which this user isn't. What is about such a prompt is hidden from
 * everybody else, moderators and admins included. False without a prompt (`p` in a left join).
 */
export function isClosedTo(userId: string): RawBuilder<boolean> {
  return sql`coalesce(${isHeldByGroups} and not ${isGroupsOf(userId)}, false)`
}

/** SQL for the prompts that the user with this id may see without a role: published ones, their own, their groups'. */
export function isVisibleToUser(userId: string): RawBuilder<boolean> {
  return sql`(${isPublished} or ${isOwnOf(userId)} or ${isGroupsOf(userId)})`
}

/** SQL for the prompts that the user with this id wrote and may still see: not those of a group that they have left. */
export function isWrittenBy(userId: string): RawBuilder<boolean> {
  return sql`(p.user_id = ${userId} and ${isVisibleToUser(userId)})`
}

/** A prompt in a user's own records. Slug and title are null if the user may not see the prompt. */
export type NamedPrompt = { id: string; slug: string | null; title: string | null }

/** SQL that converts a prompt (as `p`) to a NamedPrompt for the user with this id. */
export function promptNameFor(userId: string): RawBuilder<NamedPrompt> {
  const isVisible = isVisibleToUser(userId)
  return sql`jsonb_build_object('id', p.id, 'slug', case when ${isVisible} then p.slug end, 'title', case when ${isVisible} then p.title end)`
}

/**
 * SQL for the versions (as `v`) of a visible prompt (as `p`) that this actor may read. Everybody reads those that were
 * public, members of its groups those that were shared, authors all of their own prompt, and admins all of prompts that
 * belong to no group.
 */
export function isVersionVisibleTo(actor: Actor | 'anybody'): RawBuilder<boolean> {
  if (actor === 'anybody' || actor.kind === 'visitor') return sql`v.shown`
  if (actor.kind === 'system') return sql`true`
  const isReadable = isVersionVisibleToUser(actor.id)
  return hasRole(actor, 'admin') ? sql`(p.group_id is null or ${isReadable})` : isReadable
}

/** Like `isVersionVisibleTo`, but for the user with this id and without regard to roles. */
export function isVersionVisibleToUser(userId: string): RawBuilder<boolean> {
  const isOwnVersion = sql`(v.shared or v.user_id = ${userId})`
  return sql`(v.shown or ${isOwnOf(userId)} or p.group_ids && ${groupsOf(userId, 'read')} and ${isOwnVersion})`
}

/**
 * SQL that tells whether a prompt's text, of which a comparison stores a copy, is public. Prompts are `p` in a left
 * join. The text isn't public if the prompt isn't published, was permanently deleted (no `p`), or has that text only in
 * hidden versions.
 */
export function isTextPublic(text: RawBuilder<string>): RawBuilder<boolean> {
  return mayReadText(isPublished, sql`v.shown`, text)
}

/**
 * SQL that tells whether the actor may see a prompt's text of which a comparison stores a copy. Like `isTextPublic`, but
 * for the prompts and the versions that the actor may open.
 */
export function isTextVisibleTo(actor: Actor, text: RawBuilder<string>): RawBuilder<boolean> {
  return mayReadText(isVisibleTo(actor), isVersionVisibleTo(actor), text)
}

/** Like `isTextVisibleTo`, but for the user with this id and without regard to roles. */
export function isTextVisibleToUser(userId: string, text: RawBuilder<string>): RawBuilder<boolean> {
  return mayReadText(isVisibleToUser(userId), isVersionVisibleToUser(userId), text)
}

function mayReadText(isVisible: RawBuilder<boolean>, isReadable: RawBuilder<boolean>, text: RawBuilder<string>) {
  return sql<boolean>`coalesce(p.id is not null and ${isVisible} and not exists (
    select from prompt_versions v where v.prompt_id = p.id and v.content = ${text} having not bool_or(${isReadable})
  ), false)`
}
