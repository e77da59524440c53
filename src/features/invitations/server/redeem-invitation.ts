import { sql } from 'kysely'
import { readToken } from '#features/accounts/server/secret-token.ts'
import { t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'

/**
 * Counts one use of an invitation, and returns its id. The row is locked until the registration ends, so a simultaneous
 * registration can't exceed the limit, and a failed registration doesn't count. Throws AppError validation_failed.
 */
export async function redeemInvitation(tx: Tx, token: string, now: Date): Promise<string> {
  const parsed = readToken(token)
  const redeemed =
    parsed &&
    (await tx
      .updateTable('invitations')
      .set({ uses: sql`uses + 1` })
      // The token of an invitation begins with the invitation's id instead of a user's (create-invitation.ts).
      .where('id', '=', parsed.userId)
      .where('tokenHash', '=', parsed.hash)
      .where('expiresAt', '>', now)
      .where('revokedAt', 'is', null)
      .whereRef('uses', '<', 'usesMax')
      .returning('id')
      .executeTakeFirst())
  if (!redeemed) {
    throw invalidField(
      'invitation',
      t('This invitation is used up, has expired or was revoked. Ask an admin for a new one.'),
    )
  }
  return redeemed.id
}
