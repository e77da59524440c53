import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { completeLogin, type LoginResult, recordFailedLogin } from '#features/accounts/server/complete-login.ts'
import { readLink, useLink } from '#features/accounts/server/one-time-links.ts'
import type { Caller } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { sendRecoveryCodeEmail } from './factor-emails.ts'
import { codesPerUser } from './factor-limits.ts'
import { spendCode } from './spend-code.ts'

/**
 * Signs in with the code that is required after the password. The ticket stays valid after a wrong code. Throws
 * AppError validation_failed (the ticket is unknown, expired or used), invalid_credentials (the code is wrong),
 * rate_limited, forbidden (banned).
 */
export async function logInByCode(
  accounts: Accounts,
  caller: Caller,
  { ticket, code }: { ticket: string; code: string },
): Promise<LoginResult> {
  const { userId } = await readLink(accounts.db, ticket, 'second-factor', accounts.now())
  await accounts.limits.take(codesPerUser, userId)
  const login = await completeLogin(accounts, caller, userId, async (tx) => {
    await useLink(tx, ticket, 'second-factor', accounts.now())
    const result = await spendCode(accounts, tx, { userId, code })
    if ('refusal' in result)
      throw new AppError('invalid_credentials', result.refusal, { fields: { code: result.refusal } })
    if (result.proof === 'recovery-code') await sendRecoveryCodeEmail(accounts, tx, userId)
    return result.proof
  }).catch(async (error) => {
    if (error instanceof AppError && error.code === 'invalid_credentials') {
      await recordFailedLogin(accounts, caller, userId)
    }
    throw error
  })
  await accounts.limits.reset(codesPerUser, userId)
  return login
}
