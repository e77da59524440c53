import type { Member } from '#platform/actor.ts'
import { type Db, violatesKey } from '#platform/database/db.ts'

/**
 * Marks a member's notification as read or unread. `id` is its event's. Does nothing if the notification no longer
 * exists or is now about a newer event. A read notification stays read if its thread already has an unread one.
 */
export async function markNotification(
  db: Db,
  member: Member,
  { id, read, now }: { id: string; read: boolean; now: Date },
): Promise<void> {
  const own = db.updateTable('notifications').where('userId', '=', member.id).where('eventId', '=', id)
  try {
    if (read) await own.set({ readAt: now }).where('readAt', 'is', null).execute()
    else await own.set({ readAt: null }).execute()
  } catch (error) {
    if (!violatesKey(error, 'notifications_unread')) throw error
  }
}

/** Marks a member's notifications as read, except those that came after `until`. */
export async function markNotificationsRead(
  db: Db,
  member: Member,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('userId', '=', member.id)
    .where('readAt', 'is', null)
    .where('createdAt', '<=', until)
    .execute()
}
