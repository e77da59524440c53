import { type RawBuilder, sql } from 'kysely'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { Position } from '#platform/paging.ts'
import { conditionsOf, type PromptFilter } from './prompt-conditions.ts'
import { type ListPart, orderKeys } from './prompt-orders.ts'
import { isUnderTakedown } from './prompt-visibility.ts'

/**
 * A member who has groups, and the groups whose prompts a list shows: all of theirs, besides what is public, or only
 * one (`isOne`), whose published prompts are in the list too.
 */
export type GroupReader = { userId: string; groupIds: string[]; isOne: boolean }

/**
 * Returns the groups whose prompts the actor's lists show, or null if they have none. With the slug `group`, only that
 * one. Throws AppError not_found (a group in which the actor isn't a member), or authentication_required.
 */
export async function findGroupReader(db: Db, actor: Actor, group?: string): Promise<GroupReader | null> {
  if (group === undefined && actor.kind !== 'user') return null
  const { id: userId } = requireMember(actor)
  const isChosen = group === undefined ? sql`true` : sql`g.slug = ${group}`
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g where g.id = any (${groupsOf(userId, 'read')}) and ${isChosen}`.execute(db)
  if (rows.length === 0 && group !== undefined) throw notFound(t('This group'))
  return rows.length === 0 ? null : { userId, groupIds: rows.map(({ id }) => id), isOne: group !== undefined }
}

/** SQL for the prompts (as `p`) that only members of the reader's groups may read. */
export function isSharedIn({ groupIds }: GroupReader): RawBuilder<boolean> {
  return sql`(p.status = 'shared' and p.group_ids && ${groupIds}::uuid[])`
}

/** Tells whether the rows of the lists of groups have what a filter is about. Editors choose only published prompts. */
function isAboutRows({ featured, pick }: PromptFilter): boolean {
  return featured === undefined && pick === undefined
}

/** SQL for the prompts (as `p`) of the lists of a reader's groups, for a filter that their rows don't have. */
function isListedFor(reader: GroupReader): RawBuilder<boolean> {
  if (!reader.isOne) return isSharedIn(reader)
  return sql`(p.id in (select t.prompt_id from group_prompts t where t.group_id = any (${reader.groupIds}::uuid[]))
    and (p.status = 'shared' or not ${isUnderTakedown('p.user_id')}))`
}

/** SQL for the rows of group_prompts (as `p`) of prompts that the members of the group read. */
const isReadable = sql<boolean>`(p.shared or not ${isUnderTakedown('p.user_id')})`

/** A part of a list, and which of its prompts to read: up to `limit` after the position `start`. */
export type PartToRead = ListPart & { start: Position | null; limit: number | RawBuilder<number> }

/**
 * Returns SQL for the next prompts of the reader's groups in a part of a list, as rows (id, key). Some rows may be of
 * published prompts. Returns null if no prompt of a group can be in this part.
 */
export function groupList(reader: GroupReader, part: PartToRead): RawBuilder<unknown> | null {
  const { order, condition, start, limit } = part
  const filter = filterFor(reader, part.filter)
  if (!filter) return null
  const where = [...conditionsOf(filter), ...(condition ? [condition('p')] : [])]
  if (isAboutRows(filter)) return firstOfEach(reader, part, where)
  const { key, type } = orderKeys[order]
  if (start) where.push(sql<boolean>`(${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)`)
  return sql`
    select p.id, ${key} as key from prompts p where ${sql.join([isListedFor(reader), ...where], sql` and `)}
    order by ${key} desc, p.id desc limit ${limit}`
}

/**
 * Returns SQL for the first prompts of the reader's groups in an order, as rows (id, key). `conditions`: on the rows of
 * group_prompts (as `p`, with prompt_id), of which each group's are read in this order until enough meet them.
 */
export function firstOfEach(
  { groupIds }: GroupReader,
  { order, start, limit }: Pick<PartToRead, 'order' | 'start' | 'limit'>,
  conditions: RawBuilder<boolean>[] = [],
): RawBuilder<unknown> {
  const { key, type } = orderKeys[order]
  const where = [sql`p.group_id = each.id`, isReadable, ...conditions]
  if (start) where.push(sql`(${key}, p.prompt_id) < (${start.key}::${type}, ${start.id}::uuid)`)
  return sql`
    select distinct best.prompt_id as id, best.key from unnest(${groupIds}::uuid[]) as each (id)
    cross join lateral (
      select p.prompt_id, ${key} as key from group_prompts p where ${sql.join(where, sql` and `)}
      order by ${key} desc, p.prompt_id desc limit ${limit}
    ) best order by best.key desc, best.prompt_id desc limit ${limit}`
}

/** Returns the filter of a part without what all prompts of groups meet, or null if none can meet it. */
function filterFor({ isOne }: GroupReader, { featured, ...filter }: PromptFilter): PromptFilter | null {
  if (isOne) return { featured, ...filter }
  // Editors feature only published prompts, and these are in everybody's list.
  return featured ? null : filter
}

/**
 * Returns SQL for what to count of a list of the reader's groups (as `p`, each prompt once), after FROM. `max`: how many
 * are read. `columns`: what is read of them.
 */
export function countedInGroups(
  reader: GroupReader,
  filter: PromptFilter,
  max: number,
  columns: RawBuilder<unknown> = sql`p.prompt_id`,
): RawBuilder<unknown> {
  const meant = filterFor(reader, filter)
  if (!meant) return sql`prompts p where false`
  const conditions = conditionsOf(meant)
  if (!isAboutRows(meant)) return sql`prompts p where ${sql.join([isListedFor(reader), ...conditions], sql` and `)}`
  const isListed = reader.isOne ? isReadable : sql`p.shared`
  const where = sql.join([sql`p.group_id = any (${reader.groupIds}::uuid[])`, isListed, ...conditions], sql` and `)
  // A prompt has at most one row for each group.
  return sql`(select distinct ${columns} from (
    select p.* from group_prompts p where ${where} limit ${max * reader.groupIds.length}) p) p`
}
