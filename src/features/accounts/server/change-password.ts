import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/db.ts'
import type { Accounts } from './account-hooks.ts'
import { hashPassword } from './argon2.ts'
import { checkNewPassword } from './check-new-password.ts'
import { confirmPassword } from './confirm-password.ts'
import { lockMember } from './lock-user.ts'
import { storePassword } from './store-password.ts'
import { getPersonOrThrow } from './user-queries.ts'

/**
 * Changes the member's password, ends all other sessions and the private feed, and emails the owner. Throws AppError authentication_required,
 * forbidden (wrong current password), rate_limited, validation_failed or overloaded.
 */
export async function changePassword(
  accounts: Accounts,
  member: Member,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await confirmPassword(accounts, member, currentPassword, 'currentPassword')
  const person = await getPersonOrThrow(accounts.db, member.id)
  checkNewPassword('newPassword', newPassword, person)
  const hash = await hashPassword(newPassword)
  await inTransaction(accounts.db, async (tx) => {
    await lockMember(tx, member)
    await storePassword(accounts, tx, member, {
      userId: member.id,
      hash,
      event: { kind: 'change', sessionId: member.sessionId },
    })
  })
}
