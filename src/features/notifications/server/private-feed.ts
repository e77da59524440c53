import { lockMember } from '#features/accounts/server/lock-user.ts'
import { newToken, readToken } from '#features/accounts/server/secret-token.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'

/** The beginning of a private feed's path. The feed's token follows it. */
export const privateFeedPath = '/feeds/private/'

/**
 * Creates a member's private feed, or gives it a new address. Returns its path, which isn't stored. Throws AppError
 * authentication_required.
 */
export async function createPrivateFeed(db: Db, member: Member, now: Date): Promise<string> {
  const { token, hash } = newToken(member.id)
  const feed = { tokenHash: hash, createdAt: now }
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    await tx
      .insertInto('notificationFeeds')
      .values({ userId: member.id, ...feed })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(feed))
      .execute()
  })
  return privateFeedPath + token
}

/** Revokes the address of a member's private feed. */
export async function revokePrivateFeed(db: Db, member: Member): Promise<void> {
  await db.deleteFrom('notificationFeeds').where('userId', '=', member.id).execute()
}

/** Ends a user's private feed. Returns what ended, in words for an email. */
export async function endPrivateFeed(tx: Tx, userId: string): Promise<string[]> {
  const { numDeletedRows } = await tx.deleteFrom('notificationFeeds').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows === 0n ? [] : ['the address of your private feed']
}

/**
 * Returns the member whose private feed has the given token. Null if the token is unknown or revoked, or the member is
 * banned.
 */
export async function findFeedOwner(db: Db, token: string): Promise<{ id: string; username: string } | null> {
  const stored = readToken(token)
  if (!stored) return null
  const owner = await db
    .selectFrom('notificationFeeds as f')
    .innerJoin('users as u', 'u.id', 'f.userId')
    .select(['u.id', 'u.displayUsername as username'])
    .where('f.userId', '=', stored.userId)
    .where('f.tokenHash', '=', stored.hash)
    .where('u.banned', '=', false)
    .executeTakeFirst()
  return owner ?? null
}
