import { reservedWords } from '#lib/reserved-words.ts'
import { breaksKey, type Tx } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { accountMessages as messages } from '../rules.ts'
import type { AccountHooks } from './account-hooks.ts'
import { hashPassword } from './argon2.ts'
import { checkNewPassword } from './check-new-password.ts'

type Person = { username: string; email: string; password: string }

/**
 * A person as they are stored: the password is hashed (outside of the transaction, since it takes a while), or null for
 * who signs in by another site. `emailVerified`: that site says the address is theirs.
 */
export type NewAccount = { username: string; email: string; hash: string | null; emailVerified?: boolean }

/** Refuses reserved names and well-known passwords, and hashes. AppError validation_failed, overloaded. */
export async function prepareAccount({ username, email, password }: Person): Promise<NewAccount> {
  if (reservedWords.has(username.toLowerCase())) throw invalidField('username', messages.usernameReserved)
  checkNewPassword('password', password, { username, email })
  return { username, email, hash: await hashPassword(password) }
}

/**
 * Makes an account with its password, if it has one, in the caller's transaction. Who has the name or the address first is settled by
 * the unique keys. Answers the new id. AppError username_taken, email_taken.
 */
export async function createAccount(
  tx: Tx,
  { username, email, hash, emailVerified = false }: NewAccount,
  now: Date,
  { onRegistered }: Pick<AccountHooks, 'onRegistered'>,
): Promise<string> {
  const id = newId()
  const names = { name: username, username, display_username: username, email }
  const verified = { email_verified: emailVerified, email_verified_at: emailVerified ? now : null }
  try {
    await tx
      .insertInto('users')
      .values({ id, ...names, ...verified, created_at: now, updated_at: now })
      .execute()
  } catch (error) {
    throw takenOr(error)
  }
  if (hash) await tx.insertInto('passwords').values({ user_id: id, hash, changed_at: now }).execute()
  for (const hook of onRegistered) await hook(tx, id)
  return id
}

function takenOr(error: unknown): unknown {
  if (breaksKey(error, 'users_username_key'))
    return new AppError('username_taken', 'This username is taken. Choose another.')
  if (breaksKey(error, 'users_email_key'))
    return new AppError('email_taken', 'There is an account with this email address. Sign in, or reset its password.')
  return error
}
