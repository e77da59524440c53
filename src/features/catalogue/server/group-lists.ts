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

/** SQL for the prompts (as `p`) of the list of one group: those shared with it, and its published ones. */
function isOfGroup({ groupIds }: GroupReader): RawBuilder<boolean> {
  return sql`(p.id in (select t.prompt_id from group_prompts t where t.group_id = any (${groupIds}::uuid[]))
    and (p.status = 'shared' or not ${isUnderTakedown('p.user_id')}))`
}

/** SQL for all prompts (as `p`) that the list of a reader's groups has, apart from what everybody's list has. */
export function isListedFor(reader: GroupReader): RawBuilder<boolean> {
  return reader.isOne ? isOfGroup(reader) : isSharedIn(reader)
}

/** A part of a list, and which of its prompts to read: up to `limit` after the position `start`. */
export type PartToRead = ListPart & { start: Position | null; limit: number }

/** The sort keys that the rows of group_prompts have. */
const storedKeys: Partial<Record<PromptOrder, RawBuilder<unknown>>> = {
  newest: sql`t.published_at`,
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
  const { featured, ...filter } = part.filter
  // Editors feature only published prompts, and these are in everybody's list.
  if (featured && !reader.isOne) return null
  const { key, type } = orderKeys[order]
  const storedKey = storedKeys[order]
  const conditions = conditionsOf(reader.isOne ? part.filter : filter)
  if (storedKey && conditions.length === 0) {
    const after = start ? sql`and (${storedKey}, t.prompt_id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
    return sql`
      select distinct best.prompt_id as id, best.key from unnest(${reader.groupIds}::uuid[]) as each (id)
      cross join lateral (
        select t.prompt_id, ${storedKey} as key from group_prompts t
        where t.group_id = each.id ${condition ? sql`and ${condition('t')}` : sql``} ${after}
        order by ${storedKey} desc, t.prompt_id desc limit ${limit}
      ) best order by best.key desc, best.prompt_id desc limit ${limit}`
  }
  const where = [isListedFor(reader), ...conditions, ...(condition ? [condition('p')] : [])]
  if (start) where.push(sql<boolean>`(${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)`)
  return sql`
    select p.id, ${key} as key from prompts p where ${sql.join(where, sql` and `)}
    order by ${key} desc, p.id desc limit ${limit}`
}

/** Returns SQL for what to count of a list of the reader's groups, after FROM. */
export function countedInGroups(reader: GroupReader, filter: PromptFilter): RawBuilder<unknown> {
  if (filter.featured && !reader.isOne) return sql`prompts p where false`
  return sql`prompts p where ${sql.join([isListedFor(reader), ...conditionsOf(filter)], sql` and `)}`
}
