import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Deletes a user's messages when their account is deleted: those sent while signed in, and those with the account's
 * address. If that address isn't confirmed, messages from it that were sent while signed out stay, because the address
 * may be somebody else's.
 */
export async function deleteMessagesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('contactMessages')
    .where((eb) =>
      eb.or([
        eb('userId', '=', userId),
        eb(
          sql`lower(email)`,
          'in',
          eb
            .selectFrom('users')
            .select(sql<string>`lower(email)`.as('email'))
            .where('id', '=', userId)
            .where('emailVerified', '=', true),
        ),
      ]),
    )
    .execute()
}
