import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Accounts } from './account-hooks.ts'
import { letterOfAddress } from './account-limits.ts'
import { confirmAddress } from './confirm-address.ts'
import { holdMember } from './hold-person.ts'
import { useLink } from './one-time-links.ts'
import { sendVerifyLetter } from './send-letter.ts'
import { getPersonOrThrow } from './user-queries.ts'

/**
 * Confirms the address that a link was sent to. It takes the account's own session: a stranger's account under one's
 * address must not become trusted because its letter was opened. AppError forbidden (another's), validation_failed.
 */
export async function verifyEmail({ db, now }: Accounts, member: Member, token: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdMember(tx, member)
    const { userId } = await useLink(tx, token, 'verify-email', now())
    // Thrown inside: the link is then still there for its own account.
    if (userId !== member.id)
      throw new AppError('forbidden', 'This link belongs to another account. Sign in to that account.')
    await confirmAddress(tx, userId, now())
    await recordAct(tx, member, { action: 'account.verify-email', target: { kind: 'user', id: userId } })
  })
}

/** Sends the link once more; nothing when the address is confirmed already. AppError rate_limited. */
export async function requestVerification(accounts: Accounts, member: Member): Promise<void> {
  const person = await getPersonOrThrow(accounts.db, member.id)
  if (person.emailVerified) return
  await accounts.limits.take(letterOfAddress, person.email.toLowerCase())
  await inTransaction(accounts.db, (tx) => sendVerifyLetter(accounts, tx, member.id, person))
}
