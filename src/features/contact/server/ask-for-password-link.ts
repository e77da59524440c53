import { lockUser } from '#features/accounts/server/lock-user.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'

/**
 * Stores, as a message to the operator, a user's request for a link to choose a new password. Used on sites that don't
 * send email. Does nothing if such a request by this user is still open. The message contains no secret, because an
 * admin creates the link.
 */
export async function askForPasswordLink(
  tx: Tx,
  userId: string,
  { username, email }: { username: string; email: string },
  now: Date,
): Promise<void> {
  // Without this lock, two requests at the same time would both be stored.
  if (!(await lockUser(tx, userId))) return
  const openRequest = await tx
    .selectFrom('contactMessages')
    .select('id')
    .where('userId', '=', userId)
    .where('message', '=', '')
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  if (openRequest) return
  await tx
    .insertInto('contactMessages')
    .values({
      id: newId(),
      createdAt: now,
      userId,
      name: username,
      email,
      subject: 'A link to choose a new password',
      // An empty message marks such a request, because the contact form requires a text.
      message: '',
      doneAt: null,
      doneBy: null,
    })
    .execute()
}
