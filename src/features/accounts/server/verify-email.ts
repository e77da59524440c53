import type { Caller, Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Accounts } from './account-hooks.ts'
import { letterOfAddress } from './account-limits.ts'
import { dropLinks, useLink } from './one-time-links.ts'
import { sendVerifyLetter } from './send-letter.ts'
import { getPersonOrThrow } from './user-queries.ts'

/** Confirms the address that a link was sent to, if it still is the account's. AppError validation_failed. */
export async function verifyEmail({ db, now }: Accounts, caller: Caller, token: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { userId, email } = await useLink(tx, token, 'verify-email', now())
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_verified: true, updated_at: now() })
      .where('id', '=', userId)
      .where('email', '=', email)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw invalidField('token', 'The account has another email address now.')
    await dropLinks(tx, userId, 'verify-email')
    await recordAct(tx, caller, { action: 'account.verify-email', target: { kind: 'user', id: userId } })
  })
}

/** Sends the link once more; nothing when the address is confirmed already. AppError rate_limited. */
export async function requestVerification(accounts: Accounts, member: Member): Promise<void> {
  const person = await getPersonOrThrow(accounts.db, member.id)
  if (person.emailVerified) return
  await accounts.limits.take(letterOfAddress, person.email.toLowerCase())
  await inTransaction(accounts.db, (tx) => sendVerifyLetter(accounts, tx, member.id, person))
}
