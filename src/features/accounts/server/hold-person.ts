import { type Member, notSignedIn } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Holds a person until the transaction ends: whatever lets somebody in, adds a way in or takes one away waits its turn,
 * so that nothing slips in beside a reset. Undefined when the account is gone.
 */
export function holdPerson(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'banned', 'emailVerified', 'emailVerifiedAt as verifiedAt'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * As holdPerson, for what a member does to the own account: their session must still be there, since a reset may have
 * ended it while the request was on its way. AppError authentication_required.
 */
export async function holdMember(tx: Tx, { id, sessionId }: Member) {
  const person = await holdPerson(tx, id)
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', id)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!person || !session) throw notSignedIn()
  return person
}

/**
 * As holdPerson, for whoever writes: a ban at the same moment waits its turn (a shared lock would let more writes pass it
 * by), then sees what was written, or is seen here, since the request may have been let in before.
 * AppError authentication_required.
 */
export async function holdWriter(tx: Tx, { id }: Member): Promise<void> {
  const person = await holdPerson(tx, id)
  if (!person || person.banned) throw notSignedIn()
}

/**
 * As holdMember, for adding a way in: only a confirmed address gets one, since an unconfirmed one may be a stranger's
 * who comes later. Where no letters are sent nobody could confirm one, so there it isn't asked for.
 * AppError authentication_required, forbidden.
 */
export async function holdConfirmed(tx: Tx, member: Member, sendsLetters: boolean | undefined): Promise<void> {
  const { emailVerified } = await holdMember(tx, member)
  if (sendsLetters && !emailVerified) {
    const words = 'Confirm your email address first: open the link in our email, or request a new one in your settings.'
    throw new AppError('forbidden', words)
  }
}
