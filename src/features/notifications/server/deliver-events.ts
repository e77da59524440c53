import { sql } from 'kysely'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import { utcDay } from '#lib/utc-day.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { notificationLimits } from '../rules.ts'
import { readNextReceivers } from './event-receivers.ts'
import type { NotificationEventsTable } from './notifications.table.ts'

type PendingEvent = Pick<
  NotificationEventsTable,
  'id' | 'kind' | 'actorId' | 'receiverId' | 'promptId' | 'collectionId' | 'thread' | 'createdAt'
> & { deliveredTo: string }

/** How many receivers one transaction handles. A larger batch would hold locks longer and need more memory. */
const batchSize = 1000
/** How many pending events one query reads. */
const eventBatch = 100

/**
 * Delivers the pending events. Several processes may do so at the same time, each with different events. If a process is
 * killed, another one continues after the last complete batch. Throws an Error at the end if events couldn't be
 * delivered.
 */
export async function deliverEvents(db: Db, now: () => Date): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select id from notification_events where not delivered and id > ${last} order by id limit ${eventBatch}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
    handle: async (ids) => {
      for (const id of ids) while (await deliverBatch(db, now(), { id }));
    },
    idOf: (id) => id,
  })
}

/**
 * Takes the oldest pending event (or the one with this id) that no other process is delivering, and delivers it to its
 * next receivers. Returns whether there was one.
 */
export async function deliverBatch(
  db: Db,
  now: Date,
  { id, limit = batchSize }: { id?: string; limit?: number } = {},
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<PendingEvent>`
      select e.id, e.kind, e.actor_id, e.receiver_id, e.prompt_id, e.collection_id, e.thread, e.created_at, e.delivered_to
      from notification_events e where not e.delivered ${id ? sql`and e.id = ${id}` : sql``}
      order by e.id limit 1 for update skip locked`.execute(tx)
    const event = rows[0]
    if (!event) return false
    const receivers = await readNextReceivers(tx, event, limit)
    await deliver(tx, event, receivers, now)
    await tx
      .updateTable('notificationEvents')
      .set({ deliveredTo: receivers.at(-1) ?? event.deliveredTo, delivered: receivers.length < limit })
      .where('id', '=', event.id)
      .execute()
    return true
  })
}

/**
 * Gives receivers a notification, which replaces an unread one of the same thread unless that one is about a newer
 * event. Skips the actor, and members who are banned, have switched off the kind, have reached the day's limit
 * (replacements don't count), or don't see the actor because of a block or mute. Without a `receiverId`, also skips
 * members who don't see the prompt's author.
 */
async function deliver(tx: Tx, event: PendingEvent, receivers: string[], now: Date): Promise<void> {
  const { id, kind, actorId, promptId, thread, createdAt } = event
  const today = utcDay(now)
  const author = sql<string>`(select p.user_id from prompts p where p.id = ${promptId})`
  const { perDay, addressedPerDay } = notificationLimits
  const dailyMax = event.receiverId === null ? perDay : addressedPerDay
  const maySeeAuthor = event.receiverId === null ? maySeeContentOf(sql`u.id`, author) : sql`true`
  // Skips accounts whose row is locked instead of waiting for them, because they are being deleted.
  await sql`
    with receivers as materialized (
      select u.id, (not exists (
        select from notifications n where n.user_id = u.id and n.thread = ${thread} and n.read_at is null))::integer as added
      from users u
      where u.id = any(${receivers}) and u.id is distinct from ${actorId}::uuid and not u.banned
        and ${maySeeContentOf(sql`u.id`, sql`${actorId}::uuid`)} and ${maySeeAuthor}
        and not exists (select from notifications n where n.user_id = u.id and n.event_id = ${id})
      order by u.id for key share of u skip locked),
    counted as (
      insert into notification_receivers as r (user_id, day, delivered)
      select id, ${today}::date, added from receivers order by id
      on conflict (user_id) do update
        set day = greatest(r.day, excluded.day),
          delivered = case when r.day >= excluded.day then r.delivered else 0 end + excluded.delivered
        where not (${kind} = any(r.off_kinds))
          and (r.day is null or r.day < excluded.day or r.delivered + excluded.delivered <= ${dailyMax})
      returning user_id)
    insert into notifications as n (user_id, event_id, thread, created_at)
    select user_id, ${id}::uuid, ${thread}, ${createdAt}::timestamptz from counted order by user_id
    on conflict (user_id, thread) where read_at is null
      do update set event_id = excluded.event_id, created_at = excluded.created_at
      where (n.created_at, n.event_id) < (excluded.created_at, excluded.event_id)`.execute(tx)
}
