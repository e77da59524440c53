import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { spendCode } from './spend-code.ts'

/** Takes a code of somebody who is signed in, as part of a re-authentication. AppError forbidden, with the field `code`. */
export async function takeCode(
  accounts: Accounts,
  tx: Tx,
  given: { userId: string; code: string; setUp?: boolean },
): Promise<void> {
  const spent = await spendCode(accounts, tx, given)
  if ('refusal' in spent) throw new AppError('forbidden', spent.refusal, { fields: { code: spent.refusal } })
}
