import type { Db } from '#platform/db.ts'
import type { RegularEmail } from '../regular-email-rules.ts'

/** Ends one regular email to a member. Does nothing if they don't get it or the account was deleted. */
export async function unsubscribe(db: Db, userId: string, email: RegularEmail): Promise<void> {
  await db
    .updateTable('notificationReceivers')
    .set({ [email]: false })
    .where('userId', '=', userId)
    .execute()
}
