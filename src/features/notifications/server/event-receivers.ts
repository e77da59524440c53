import { type RawBuilder, sql } from 'kysely'
import type { FollowKind } from '#features/following/rules.ts'
import type { Tx } from '#platform/database/db.ts'
import type { NotificationKind } from '../rules.ts'
import type { NotificationEventsTable } from './notifications.table.ts'

/** The prompt that an event is about. */
type EventPrompt = { id: string; userId: string; categoryId: string; tags: string[] }
/**
 * `after` is the id of the last receiver so far; the next receivers have higher ids. `at` is when the event happened.
 */
type Position = { after: string; at: Date }
/**
 * Returns queries for the next receivers of an event. Together, they return at least the next `limit` ids (`user_id`),
 * or all that remain. Ids may repeat, and aren't in order.
 */
type NextReceivers = (prompt: EventPrompt, position: Position, limit: number) => RawBuilder<unknown>[]

/**
 * How to find the receivers of an event that has neither a `receiverId` nor a collection. Each query reads an index
 * from `after` on.
 */
const receiversByKind: Partial<Record<NotificationKind, NextReceivers>> = {
  'prompt-version': ({ id }, { after, at }, limit) => [
    followersOf([['prompt', id]], { after, at }, limit),
    sql`select user_id from favourites where prompt_id = ${id} and user_id > ${after} order by user_id limit ${limit}`,
    sql`
      select distinct user_id from prompts where fork_of = ${id} and status <> 'deleted' and user_id > ${after}
      order by user_id limit ${limit}`,
  ],
  'prompt-new': ({ userId, categoryId, tags }, position, limit) => {
    const tagTargets = tags.map((tag): [FollowKind, string] => ['tag', tag])
    return [followersOf([['person', userId], ['category', categoryId], ...tagTargets], position, limit)]
  },
}

/** Returns the ids of the next receivers of an event, in order. If there are fewer than `limit`, no others follow. */
export async function readNextReceivers(
  tx: Tx,
  {
    kind,
    receiverId,
    promptId,
    collectionId,
    createdAt,
    deliveredTo,
  }: Pick<NotificationEventsTable, 'kind' | 'receiverId' | 'promptId' | 'collectionId' | 'createdAt'> & {
    deliveredTo: string
  },
  limit: number,
): Promise<string[]> {
  if (receiverId !== null) return receiverId > deliveredTo ? [receiverId] : []
  const prompt = await findPrompt(tx, promptId)
  const position = { after: deliveredTo, at: createdAt }
  const queries =
    collectionId !== null
      ? [followersOf([['collection', collectionId]], position, limit)]
      : prompt && receiversByKind[kind]?.(prompt, position, limit)
  if (!queries) return []
  const branches = sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  )
  const { rows } = await sql<{ userId: string }>`
    select distinct r.user_id from (${branches}) r order by r.user_id limit ${limit}`.execute(tx)
  return rows.map(({ userId }) => userId)
}

async function findPrompt(tx: Tx, id: string | null): Promise<EventPrompt | undefined> {
  const { rows } = await sql<EventPrompt>`
    select p.id, p.user_id, p.category_id, p.tags from prompts p where p.id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Returns a query for the next members, up to `limit` for each target, who already followed that target when the event
 * happened. Each target is a pair of a kind and an id, or of `tag` and the tag.
 */
function followersOf(targets: [FollowKind, string][], { after, at }: Position, limit: number): RawBuilder<unknown> {
  const kinds = targets.map(([kind]) => kind)
  const values = targets.map(([, target]) => target)
  return sql`
    select f.user_id from unnest(${kinds}::text[], ${values}::text[]) as t(kind, target) cross join lateral (
      select f.user_id from follows f where f.kind = t.kind and f.target = t.target and f.user_id > ${after}
        and f.followed_at <= ${at}
      order by f.user_id limit ${limit}) f`
}
