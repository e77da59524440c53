import type { Caller } from '#platform/actor.ts'
import { inTransaction } from '#platform/db.ts'
import type { Accounts } from './account-hooks.ts'
import { hashPassword } from './argon2.ts'
import { checkNewPassword } from './check-new-password.ts'
import { confirmAddress } from './confirm-address.ts'
import { lockUser } from './lock-user.ts'
import { readLink, useLink } from './one-time-links.ts'
import { storePassword } from './store-password.ts'
import { getPersonOrThrow } from './user-queries.ts'

/**
 * Sets a new password with a link that works once, and ends the account's credentials. Of the sign-in methods, ends
 * those added before the address was confirmed, or all of them if it wasn't confirmed. An emailed link also confirms
 * the address. With a link that the operator handed over, the second factor stays on. If the password is refused, the
 * link stays usable. Throws AppError validation_failed or overloaded.
 */
export async function resetPassword(
  accounts: Accounts,
  caller: Caller,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const now = accounts.now()
  const { userId } = await readLink(accounts.db, token, 'reset-password', now)
  checkNewPassword('password', password, await getPersonOrThrow(accounts.db, userId))
  const hash = await hashPassword(password)
  await inTransaction(accounts.db, async (tx) => {
    const person = await lockUser(tx, userId)
    const { byEmail } = await useLink(tx, token, 'reset-password', now)
    const before = person?.emailVerified ? person.verifiedAt : null
    if (byEmail && before === null) await confirmAddress(tx, userId, now)
    await storePassword(accounts, tx, caller, {
      userId,
      hash,
      event: { kind: 'reset', scope: { before, byEmail, now } },
    })
  })
}
