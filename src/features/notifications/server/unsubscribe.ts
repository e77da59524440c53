import type { Db } from '#server/platform/db.ts'
import type { RegularEmail } from '../regular-email-rules.ts'

/** Ends a member's emails of one kind. Does nothing if there are none, or the account was deleted. */
export async function unsubscribe(db: Db, userId: string, email: RegularEmail): Promise<void> {
  await db
    .updateTable('notificationReceivers')
    .set({ [email]: false })
    .where('userId', '=', userId)
    .execute()
}
