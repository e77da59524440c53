import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { createLink } from '#features/accounts/server/one-time-links.ts'
import { inTransaction } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { ticketMs } from '../rules.ts'

/**
 * Throws AppError second_factor_required if the user has a second factor. The error carries a ticket, which has to be
 * sent with the code to POST /api/login/second-factor within ten minutes.
 */
export async function requireCode({ db, now }: Accounts, userId: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', true)
    .executeTakeFirst()
  if (!person) return
  // A ticket is stored like the token of an emailed link.
  const link = { purpose: 'second-factor' as const, email: person.email, lifetimeMs: ticketMs }
  const ticket = await inTransaction(db, (tx) => createLink(tx, userId, link, now()))
  throw new AppError('second_factor_required', 'Enter the code from your authenticator.', { extra: { ticket } })
}
