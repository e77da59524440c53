import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'

/**
 * Revokes a user's API token, so that the next request with it is refused. Does nothing if the token no longer exists
 * or belongs to another user. The caller checks permissions.
 */
export async function revokeToken(
  db: Db,
  actor: Member,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('apiTokens')
      .where('userId', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await recordAuditEntry(tx, actor, {
      action: 'account.token-revoke',
      target: { kind: 'user', id: userId },
      details: { token: id },
    })
  })
}

/**
 * Revokes all API tokens of a user who was banned or reset their password. Returns, for each token, a phrase that names
 * it, for the email that confirms the new password.
 */
export async function revokeTokensOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('apiTokens').where('userId', '=', userId).returning('name').execute()
  return rows.map(({ name }) => `the API token “${name}”`)
}
