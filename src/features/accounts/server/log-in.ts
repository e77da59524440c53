import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/limits.ts'
import type { Login } from '../contract.ts'
import type { Accounts, Prove } from './account-hooks.ts'
import { loginsPerAccount, loginsPerNetwork } from './account-limits.ts'
import { hashPassword, isOutdated, passwordMatches } from './argon2.ts'
import { bannedError, completeLogin, type LoginResult, recordFailedLogin } from './complete-login.ts'
import { findForLogin } from './user-queries.ts'

/**
 * Signs in with a username or email address and a password. An unknown name and a wrong password get the same response
 * after the same time. Throws AppError rate_limited, invalid_credentials, forbidden (banned), second_factor_required or
 * overloaded.
 */
export async function logIn(accounts: Accounts, caller: Caller, { username, password }: Login): Promise<LoginResult> {
  const { db, limits, hooks } = accounts
  const network = networkOf(caller.address)
  const taken = await limits.take(loginsPerNetwork, network)
  const person = await findForLogin(db, username)
  // The name and the email address of an account share a limit. Unknown names have one too, so that limits don't reveal
  // which names exist.
  const limitKey = `${person?.id ?? username.toLowerCase()} ${network}`
  await limits.take(loginsPerAccount, limitKey)
  const matches = await passwordMatches(password, person?.hash ?? undefined)
  if (!person || !matches) {
    await recordFailedLogin(accounts, caller, person?.id)
    throw invalidCredentials()
  }
  await limits.giveBack(taken)
  await limits.reset(loginsPerAccount, limitKey)
  if (person.banned) throw bannedError()
  const hash = await upgradeHash(db, person.id, person.hash as string, password)
  const prove: Prove = async (tx) => {
    const current = await tx.selectFrom('passwords').select('hash').where('userId', '=', person.id).executeTakeFirst()
    // The hash differs if another login upgraded it at the same time, or if the password was changed.
    if (current?.hash !== hash && !(await passwordMatches(password, current?.hash))) throw invalidCredentials()
    return 'password'
  }
  await hooks.requireSecondFactor(accounts, person.id, prove)
  return completeLogin(accounts, caller, person.id, prove)
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', t('Invalid username or password.'))
}

/**
 * Returns `stored` if it was made with the current parameters. Otherwise makes a new hash, stores it unless the stored
 * one has changed meanwhile, and returns it.
 */
async function upgradeHash(db: Db, userId: string, stored: string, password: string): Promise<string> {
  if (!(await isOutdated(stored))) return stored
  const hash = await hashPassword(password)
  await db.updateTable('passwords').set({ hash }).where('userId', '=', userId).where('hash', '=', stored).execute()
  return hash
}
