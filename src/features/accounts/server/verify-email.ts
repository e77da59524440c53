import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Accounts } from './account-hooks.ts'
import { emailsPerAddress } from './account-limits.ts'
import { confirmAddress } from './confirm-address.ts'
import { lockMember } from './lock-user.ts'
import { useLink } from './one-time-links.ts'
import { sendVerificationEmail } from './send-account-email.ts'
import { getPersonOrThrow } from './user-queries.ts'

/**
 * Confirms the address that a link was sent to. Requires a session of the account, so that opening the email doesn't
 * confirm an account that somebody else created with this address. Throws AppError authentication_required, forbidden
 * (the link is for another account) or validation_failed.
 */
export async function verifyEmail({ db, now }: Accounts, member: Member, token: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    const { userId } = await useLink(tx, token, 'verify-email', now())
    // Thrown inside the transaction, so that the link stays usable for the account that it belongs to.
    if (userId !== member.id)
      throw new AppError('forbidden', 'This link belongs to another account. Sign in to that account.')
    await confirmAddress(tx, userId, now())
    await recordAuditEntry(tx, member, { action: 'account.verify-email', target: { kind: 'user', id: userId } })
  })
}

/**
 * Emails the member a new link to confirm their address, unless it is already confirmed. Throws AppError
 * authentication_required or rate_limited.
 */
export async function requestVerification(accounts: Accounts, member: Member): Promise<void> {
  const person = await getPersonOrThrow(accounts.db, member.id)
  if (person.emailVerified) return
  await accounts.limits.take(emailsPerAddress, person.email.toLowerCase())
  await inTransaction(accounts.db, (tx) => sendVerificationEmail(accounts, tx, member.id, person))
}
