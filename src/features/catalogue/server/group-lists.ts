import { type RawBuilder, sql } from 'kysely'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { Position } from '#platform/paging.ts'
import { conditionsOf, type PromptFilter } from './prompt-conditions.ts'
import { type ListPart, orderKeys, type PromptOrder } from './prompt-orders.ts'
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

/**
 * SQL for the rows (as `p`) of the lists of a reader's groups, with the columns of prompts that lists and filters use, apart
 * from what everybody's list has. A prompt of several of the groups has several rows.
 */
function rowsOf({ groupIds, isOne }: GroupReader): RawBuilder<unknown> {
  const isListed = isOne ? sql`(t.shared or not ${isUnderTakedown('t.user_id')})` : sql`t.shared`
  return sql`(select t.*, t.prompt_id as id from group_prompts t
    where t.group_id = any (${groupIds}::uuid[]) and ${isListed}) p`
}

/** Tells whether the rows of the lists of groups have what a filter is about. Editors choose only published prompts. */
function isAboutRows({ featured, pick }: PromptFilter): boolean {
  return featured === undefined && pick === undefined
}

/** SQL for the prompts (as `p`) of the list of one group, for a filter that its rows don't have. */
function isOfGroup({ groupIds }: GroupReader): RawBuilder<boolean> {
  return sql`(p.id in (select t.prompt_id from group_prompts t where t.group_id = any (${groupIds}::uuid[]))
    and (p.status = 'shared' or not ${isUnderTakedown('p.user_id')}))`
}

/** A part of a list, and which of its prompts to read: up to `limit` after the position `start`. */
export type PartToRead = ListPart & { start: Position | null; limit: number }

/** The sort keys of the rows of group_prompts (as `t`), which have an index for each. */
const storedKeys: Record<PromptOrder, RawBuilder<unknown>> = {
  newest: sql`t.published_at`,
  recent: sql`t.updated_at`,
  popular: sql`t.copies`,
  'highest-rated': sql`t.rating`,
  trending: sql`t.trending`,
  proved: sql`t.proved_at`,
}

/**
 * Returns SQL for the next prompts of the reader's groups in a part of a list, as rows (id, key). Unless a filter
 * applies, it reads as many rows of each group as the page has, however many prompts the groups have. Some rows may be of
 * published prompts. Returns null if no prompt of a group can be in this part.
 */
export function groupList(reader: GroupReader, part: PartToRead): RawBuilder<unknown> | null {
  const { order, condition, start, limit } = part
  const filter = filterFor(reader, part.filter)
  if (!filter) return null
  const { key, type } = orderKeys[order]
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return firstOfEach(reader, part, condition?.('t'))
  const where = [...conditions, ...(condition ? [condition('p')] : [])]
  if (!isAboutRows(filter)) where.push(isOfGroup(reader))
  if (start) where.push(sql<boolean>`(${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)`)
  return sql`
    select distinct p.id, ${key} as key from ${isAboutRows(filter) ? rowsOf(reader) : sql`prompts p`}
    where ${sql.join(where, sql` and `)} order by key desc, id desc limit ${limit}`
}

/**
 * Returns SQL for the first prompts of the reader's groups in an order, as rows (id, key). `condition`: on the rows of
 * group_prompts (as `t`), which are read in this order until enough meet it.
 */
export function firstOfEach(
  { groupIds }: GroupReader,
  { order, start, limit }: Pick<PartToRead, 'order' | 'start' | 'limit'>,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  const key = storedKeys[order]
  const after = start
    ? sql`and (${key}, t.prompt_id) < (${start.key}::${orderKeys[order].type}, ${start.id}::uuid)`
    : sql``
  return sql`
    select distinct best.prompt_id as id, best.key from unnest(${groupIds}::uuid[]) as each (id)
    cross join lateral (
      select t.prompt_id, ${key} as key from group_prompts t
      where t.group_id = each.id and ${condition} ${after}
      order by ${key} desc, t.prompt_id desc limit ${limit}
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
  columns: RawBuilder<unknown> = sql`p.id`,
): RawBuilder<unknown> {
  const meant = filterFor(reader, filter)
  if (!meant) return sql`prompts p where false`
  const conditions = conditionsOf(meant)
  if (!isAboutRows(meant)) return sql`prompts p where ${sql.join([isOfGroup(reader), ...conditions], sql` and `)}`
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  // A prompt has at most one row for each group.
  return sql`(select distinct ${columns} from (
    select p.* from ${rowsOf(reader)} where ${where} limit ${max * reader.groupIds.length}) p) p`
}
