import type { Caller } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/limits.ts'
import type { Login } from '../contract.ts'
import type { Accounts } from './account-hooks.ts'
import { loginOfName, loginOfNetwork } from './account-limits.ts'
import { hashPassword, isOutdated, isPassword } from './argon2.ts'
import { bannedError, type LetIn, letIn, recordFailure } from './let-in.ts'
import { findForLogin } from './user-queries.ts'

/**
 * Signs in by name or e-mail address. An unknown name and a wrong password get the same answer after the same work.
 * AppError rate_limited, invalid_credentials, forbidden (banned), second_factor_required, overloaded.
 */
export async function logIn(accounts: Accounts, caller: Caller, { username, password }: Login): Promise<LetIn> {
  const { db, limits, hooks } = accounts
  const network = networkOf(caller.address)
  const nameKey = `${username.toLowerCase()} ${network}`
  await limits.take(loginOfNetwork, network)
  await limits.take(loginOfName, nameKey)
  const person = await findForLogin(db, username)
  const isRight = await isPassword(password, person?.hash ?? undefined)
  if (!person || !isRight) {
    await recordFailure(accounts, caller, person?.id)
    throw new AppError('invalid_credentials', 'Invalid username or password.')
  }
  await limits.giveBack(loginOfNetwork, network)
  await limits.forget(loginOfName, nameKey)
  if (person.banned) throw bannedError()
  if (person.hash && (await isOutdated(person.hash))) await renewHash(db, person.id, person.hash, password)
  await hooks.askFurther(accounts, person.id)
  return letIn(accounts, caller, person.id, async () => 'password')
}

/** Unless another password took its place meanwhile. */
async function renewHash(db: Db, userId: string, outdated: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await db.updateTable('passwords').set({ hash }).where('user_id', '=', userId).where('hash', '=', outdated).execute()
}
