import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'

/** Deletes messages older than `before`. Returns how many. */
export async function deleteOldMessages(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('contactMessages').where('createdAt', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes a user's messages, when the account is deleted: those sent while signed in, or with the account's address. If that
 * address is unconfirmed, messages sent from it while signed out stay, since it may be somebody else's.
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
