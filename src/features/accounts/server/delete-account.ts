import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Accounts, PromptsChoice } from './account-hooks.ts'
import { confirmPassword } from './confirm-password.ts'
import { eraseAccount } from './erase-account.ts'
import { lockAccountStatus } from './lock-account-status.ts'
import { lockMember } from './lock-user.ts'

/**
 * Deletes the member's account and all personal data in one transaction. Their prompts stay under "deleted-user" or are
 * deleted too. Fails if a row still refers to the user by a foreign key without `on delete`. Throws AppError
 * authentication_required, forbidden (a wrong password, or the account has none), conflict (the last admin),
 * rate_limited or overloaded.
 */
export async function deleteAccount(
  accounts: Accounts,
  member: Member,
  { password, prompts }: PromptsChoice & { password: string },
): Promise<void> {
  await confirmPassword(accounts, member, password)
  await inTransaction(accounts.db, async (tx) => {
    // Before `lockMember`, because the locks of all admins have a fixed order.
    if (member.role === 'admin' && (await lockAccountStatus(tx, member.id)).isLastAdmin)
      throw new AppError('conflict', t('You are the last admin. Make somebody else an admin first.'))
    const { email } = await lockMember(tx, member)
    // Cancels the emails to this address that haven't been sent yet.
    await accounts.mail.withdraw(tx, email)
    await recordAuditEntry(tx, member, {
      action: 'account.delete',
      target: { kind: 'user', id: member.id },
      details: { prompts },
    })
    await eraseAccount(tx, accounts.hooks, member.id, { prompts })
  })
}
