import { sql } from 'kysely'
import { notSignedIn } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { inLanguage } from '#platform/languages.ts'
import { User } from '../contract.ts'
import type { AccountHooks } from './account-hooks.ts'

/** Finds a user's id by name, in any letter case. Returns null if there is no such user. */
export async function findUserId(db: Db, username: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from users where username = ${username}`.execute(db)
  return rows[0]?.id ?? null
}

/** The fields of `User` that are stored in the column of their name. `username` is stored in `displayUsername`. */
const { credits: _, username: __, hasGroups: ___, ...storedFields } = User.shape
const storedColumns = Object.keys(storedFields) as (keyof typeof storedFields)[]

/**
 * Returns a user with what only they may see, such as their email address. `address` is the request's IP address.
 * Throws AppError authentication_required if the account was deleted.
 */
export async function getOwnUser(
  db: Db,
  userId: string,
  { creditsOf, isInAnyGroup, address }: Pick<AccountHooks, 'creditsOf' | 'isInAnyGroup'> & { address: string },
): Promise<User> {
  const user = await db
    .selectFrom('users')
    .select([...storedColumns, 'displayUsername as username'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notSignedIn()
  return {
    ...user,
    createdAt: user.createdAt.toISOString(),
    credits: await creditsOf(db, userId, address),
    hasGroups: await isInAnyGroup(db, userId),
  }
}

/** Finds a user for a login, by name in any letter case or by email address. */
export function findForLogin(db: Db, nameOrEmail: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('passwords as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.banned', 'p.hash'])
    .where(nameOrEmail.includes('@') ? 'u.email' : 'u.username', '=', nameOrEmail)
    .executeTakeFirst()
}

/** Finds a user's id by email address. Returns undefined if there is no such user. */
export async function findUserIdByEmail(db: Db, email: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id
}

/** Returns a user's name, email address and `emailVerified`, or undefined if the account was deleted. */
export function findPerson(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['displayUsername as username', 'email', 'emailVerified'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Like `findPerson`, but throws AppError authentication_required if the account was deleted. */
export async function getPersonOrThrow(db: Db, userId: string) {
  const person = await findPerson(db, userId)
  if (!person) throw notSignedIn()
  return person
}

/** Runs `work`, which writes to a user, in the user's language. */
export async function inLanguageOf<Result>(db: Db, userId: string, work: () => Promise<Result>): Promise<Result> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  return inLanguage(user?.language ?? null, work)
}
