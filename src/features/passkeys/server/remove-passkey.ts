import type { ResetScope } from '#features/accounts/server/account-credentials.ts'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'

/**
 * Removes one of the member's passkeys. Does nothing if it was removed before or belongs to another user. Throws
 * AppError forbidden (wrong password), rate_limited, overloaded.
 */
export async function removePasskey(accounts: Accounts, member: Member, id: string, password: string): Promise<void> {
  await confirmPassword(accounts, member, password)
  await inTransaction(accounts.db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('passkeys')
      .where('userId', '=', member.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await recordAuditEntry(tx, member, {
      action: 'account.passkey-remove',
      target: { kind: 'user', id: member.id },
      details: { passkey: id },
    })
  })
}

/**
 * At a password reset, removes a user's passkeys: those added before `before`, or all if it is null. Returns what was
 * removed, in words for the email.
 */
export async function removePasskeysOnReset(tx: Tx, userId: string, { before }: ResetScope): Promise<string[]> {
  const deletion = tx.deleteFrom('passkeys').where('userId', '=', userId)
  const removed = await (before ? deletion.where('createdAt', '<', before) : deletion).returning('name').execute()
  return removed.map(({ name }) => `the passkey “${name}”`)
}
