import { type RawBuilder, sql } from 'kysely'
import type { FollowKind } from '#features/following/rules.ts'
import type { Tx } from '#server/platform/db.ts'
import type { NotificationKind } from '../rules.ts'
import type { NotificationEventsTable } from './notifications.table.ts'

/** The prompt of an event. */
type EventPrompt = { id: string; userId: string; categoryId: string; tags: string[] }
/** `after`: the id of the last receiver so far; the next ones have higher ids. `at`: when the event happened. */
type Position = { after: string; at: Date }
/** The next receivers (`user_id`) of an event, at most `limit`, in the order of their ids. */
type NextReceivers = (prompt: EventPrompt, position: Position, limit: number) => RawBuilder<unknown>[]

/** The receivers of events about a prompt that no single member receives. Each query reads an index from `after` on. */
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

/** The ids of the next receivers of an event, in order; fewer than `limit` if there are no more. */
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

/** The members who followed one of these targets when the event happened. */
function followersOf(targets: [FollowKind, string][], { after, at }: Position, limit: number): RawBuilder<unknown> {
  const kinds = targets.map(([kind]) => kind)
  const names = targets.map(([, target]) => target)
  return sql`
    select f.user_id from unnest(${kinds}::text[], ${names}::text[]) as t(kind, target) cross join lateral (
      select f.user_id from follows f where f.kind = t.kind and f.target = t.target and f.user_id > ${after}
        and f.followed_at <= ${at}
      order by f.user_id limit ${limit}) f`
}
