import { reservedWords } from '#lib/reserved-words.ts'
import { t } from '#lib/texts.ts'
import { type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { accountMessages as messages } from '../rules.ts'
import type { AccountHooks } from './account-hooks.ts'
import { hashPassword } from './argon2.ts'
import { checkNewPassword } from './check-new-password.ts'

type Person = { username: string; email: string; password: string }

/**
 * An account to store. `hash` is the password's hash, or null for a user who signs in through another site. Hashing
 * takes a while, so it happens before the transaction. `emailVerified` means that the other site confirmed the address.
 */
export type NewAccount = { username: string; email: string; hash: string | null; emailVerified?: boolean }

/**
 * Refuses reserved names, leaked passwords, and passwords that are the person's name or address, and hashes the
 * password. Throws AppError validation_failed or overloaded.
 */
export async function prepareAccount({ username, email, password }: Person): Promise<NewAccount> {
  if (reservedWords.has(username.toLowerCase())) throw invalidField('username', messages.usernameReserved)
  checkNewPassword('password', password, { username, email })
  return { username, email, hash: await hashPassword(password) }
}

/**
 * Creates an account, with its password if it has one. If two people choose the same name or address at once, the
 * unique keys decide. Returns the new id. Throws AppError username_taken or email_taken.
 */
export async function createAccount(
  tx: Tx,
  { username, email, hash, emailVerified = false }: NewAccount,
  now: Date,
  { onRegistered }: Pick<AccountHooks, 'onRegistered'>,
): Promise<string> {
  const id = newId()
  const names = { name: username, username, displayUsername: username, email }
  const verification = { emailVerified, emailVerifiedAt: emailVerified ? now : null }
  try {
    await tx
      .insertInto('users')
      .values({ id, ...names, ...verification, createdAt: now, updatedAt: now })
      .execute()
  } catch (error) {
    throw toTakenError(error)
  }
  if (hash) await tx.insertInto('passwords').values({ userId: id, hash, changedAt: now }).execute()
  for (const hook of onRegistered) await hook(tx, id)
  return id
}

function toTakenError(error: unknown): unknown {
  if (violatesKey(error, 'users_username_key'))
    return new AppError('username_taken', t('This username is taken. Choose another.'))
  if (violatesKey(error, 'users_email_key'))
    return new AppError(
      'email_taken',
      t('An account with this email address already exists. Sign in, or reset its password.'),
    )
  return error
}
