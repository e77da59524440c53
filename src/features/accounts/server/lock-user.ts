import { type RawBuilder, sql } from 'kysely'
import { confirmationRequired, type Member, notSignedIn } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Locks a user until the transaction ends. Password resets, logins and changes of sign-in methods take this lock, so no
 * two of them run at the same time for one user. Returns undefined if the account was deleted.
 */
export function lockUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'banned', 'emailVerified', 'emailVerifiedAt as verifiedAt', 'twoFactorEnabled'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Like `lockUser`, but for what members do to their own account. Their session must still exist, because a password
 * reset may have ended it meanwhile. Throws AppError authentication_required.
 */
export async function lockMember(tx: Tx, member: Member) {
  const person = await lockUser(tx, member.id)
  if (!person || !(await isSignedIn(tx, member))) throw notSignedIn()
  return person
}

/** Tells whether a member's session still exists. The caller has locked the user, so that it won't end meanwhile. */
export async function isSignedIn(tx: Tx, { id, sessionId }: Member): Promise<boolean> {
  const session = tx.selectFrom('sessions').select('id').where('userId', '=', id).where('id', '=', sessionId)
  return (await session.executeTakeFirst()) !== undefined
}

/**
 * Like `lockUser`, but for members who write something. A ban that starts now waits for this write, and a ban that came
 * after the request was accepted is noticed here. A shared lock would let later writes overtake the ban. Throws
 * AppError authentication_required.
 */
export async function lockWriter(tx: Tx, { id }: Pick<Member, 'id'>): Promise<void> {
  const person = await lockUser(tx, id)
  if (!person || person.banned) throw notSignedIn()
}

/**
 * Prevents the deletion of accounts until the transaction ends. `userIds` is a subquery for their ids; ids of deleted
 * accounts are ignored. To avoid a deadlock, call it before storing rows that refer to somebody else and before locking
 * rows that a deletion changes.
 */
export async function preventDeletion(tx: Tx, userIds: RawBuilder<unknown>): Promise<void> {
  await sql`select from users u where u.id in (${userIds}) order by u.id for key share of u`.execute(tx)
}

/**
 * Like `lockMember`, but for adding a sign-in method. Requires a confirmed email address, because an unconfirmed one
 * may be somebody else's. If the site sends no email, nobody can confirm an address, so an unconfirmed one is enough.
 * Throws AppError authentication_required or forbidden.
 */
export async function lockConfirmedMember(tx: Tx, member: Member, sendsEmail: boolean | undefined): Promise<void> {
  const { emailVerified } = await lockMember(tx, member)
  if (sendsEmail && !emailVerified) throw confirmationRequired()
}
