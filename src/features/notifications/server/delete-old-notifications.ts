import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** How many rows one statement deletes. A small number, so that other transactions don't wait long for the locks. */
const batchSize = 5000

/** Deletes notifications and events that are older than a date, in small transactions. */
export async function deleteOldNotifications(db: Db, before: Date): Promise<void> {
  const statements = [
    sql`
      with old as materialized (
        select user_id, event_id from notifications where created_at < ${before} limit ${batchSize})
      delete from notifications n using old where n.user_id = old.user_id and n.event_id = old.event_id returning 1`,
    sql`
      with old as materialized (select id from notification_events where created_at < ${before} limit ${batchSize})
      delete from notification_events e using old where e.id = old.id returning 1`,
  ]
  for (const statement of statements) while ((await statement.execute(db)).rows.length === batchSize);
}
