import type { Db } from '#server/platform/db.ts'

/** Ends a member's digests. Does nothing if there are none, or the account is gone. */
export async function unsubscribe(db: Db, userId: string): Promise<void> {
  await db.updateTable('notificationReceivers').set({ digest: false }).where('userId', '=', userId).execute()
}
