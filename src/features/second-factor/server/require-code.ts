import type { Accounts, Prove } from '#features/accounts/server/account-hooks.ts'
import { lockProvenUser } from '#features/accounts/server/complete-login.ts'
import { createLink } from '#features/accounts/server/one-time-links.ts'
import { t } from '#lib/texts.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { ticketMs } from '../rules.ts'

/**
 * Throws AppError second_factor_required if the user has a second factor. The error carries a ticket, which has to be
 * sent with the code to POST /api/login/second-factor within ten minutes. A reset or ban ends tickets, so none is made
 * with a proof from before it (`prove`).
 */
export async function requireCode({ db, now }: Accounts, userId: string, prove: Prove): Promise<void> {
  const factor = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', true)
    .executeTakeFirst()
  if (!factor) return
  const ticket = await inTransaction(db, async (tx) => {
    const { email } = await lockProvenUser(tx, userId, prove)
    // A ticket is stored like the token of an emailed link.
    return createLink(tx, userId, { purpose: 'second-factor', email, lifetimeMs: ticketMs }, now())
  })
  throw new AppError('second_factor_required', t('Enter the code from your authenticator.'), { extra: { ticket } })
}
