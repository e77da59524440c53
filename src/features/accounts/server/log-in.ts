import type { Caller } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/limits.ts'
import type { Login } from '../contract.ts'
import type { Accounts } from './account-hooks.ts'
import { loginOfAccount, loginOfNetwork } from './account-limits.ts'
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
  await limits.take(loginOfNetwork, network)
  const person = await findForLogin(db, username)
  // Name and address of one account count as one; a name that nobody has counts by itself, so that none tells.
  const account = `${person?.id ?? username.toLowerCase()} ${network}`
  await limits.take(loginOfAccount, account)
  const isRight = await isPassword(password, person?.hash ?? undefined)
  if (!person || !isRight) {
    await recordFailure(accounts, caller, person?.id)
    throw wrongPair()
  }
  await limits.giveBack(loginOfNetwork, network)
  await limits.forget(loginOfAccount, account)
  if (person.banned) throw bannedError()
  const hash = await freshHash(db, person.id, person.hash as string, password)
  await hooks.askFurther(accounts, person.id)
  return letIn(accounts, caller, person.id, async (tx) => {
    const present = await tx.selectFrom('passwords').select('hash').where('userId', '=', person.id).executeTakeFirst()
    // Another hash: of a sign-in at the same time that made it anew, or of another password.
    if (present?.hash !== hash && !(await isPassword(password, present?.hash))) throw wrongPair()
    return 'password'
  })
}

function wrongPair(): AppError {
  return new AppError('invalid_credentials', 'Invalid username or password.')
}

/** The hash that is stored of a right password: made anew when it is outdated, unless another took its place meanwhile. */
async function freshHash(db: Db, userId: string, known: string, password: string): Promise<string> {
  if (!(await isOutdated(known))) return known
  const hash = await hashPassword(password)
  await db.updateTable('passwords').set({ hash }).where('userId', '=', userId).where('hash', '=', known).execute()
  return hash
}
