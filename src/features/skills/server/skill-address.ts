import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { needsConfirmedAddress } from '#features/accounts/server/admit-person.ts'
import { lockMember } from '#features/accounts/server/lock-user.ts'
import { newToken, readToken } from '#features/accounts/server/secret-token.ts'
import { t } from '#lib/texts.ts'
import type { Caller, Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { privatePath } from '../rules.ts'

/**
 * Creates a secret path for a member's skills, which replaces the former one. Returns the path, which isn't stored. Throws
 * AppError authentication_required.
 */
export async function createSkillAddress(db: Db, member: Member, now: Date): Promise<string> {
  const { token, hash } = newToken(member.id)
  const address = { tokenHash: hash, createdAt: now }
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    await tx
      .insertInto('skillAddresses')
      .values({ userId: member.id, ...address })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(address))
      .execute()
  })
  return privatePath + token
}

/** Revokes the secret path of a member's skills. */
export async function revokeSkillAddress(db: Db, member: Member): Promise<void> {
  await db.deleteFrom('skillAddresses').where('userId', '=', member.id).execute()
}

/** Ends the secret path of a user's skills. Returns what ended, in words for an email. */
export async function endSkillAddress(tx: Tx, userId: string): Promise<string[]> {
  const { numDeletedRows } = await tx.deleteFrom('skillAddresses').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows === 0n ? [] : ['the address of your skills']
}

/** Returns since when a user has a secret path, or null if there is none. This is also in the export of their data. */
export async function readSkillAddress(db: Db, userId: string): Promise<{ since: string | null }> {
  const row = await db.selectFrom('skillAddresses').select('createdAt').where('userId', '=', userId).executeTakeFirst()
  return { since: row?.createdAt.toISOString() ?? null }
}

/**
 * Returns the owner of the secret path with this token, without the rights of their role, as a reader. Throws AppError
 * not_found if the token is unknown or revoked, or its owner is banned or has to confirm their address first.
 */
export async function getAddressOwnerOrThrow(
  { db, registration }: Pick<Accounts, 'db' | 'registration'>,
  token: string,
  { address, browser }: Caller,
): Promise<Member> {
  const stored = readToken(token)
  const owner =
    stored &&
    (await db
      .selectFrom('skillAddresses as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .select(['u.id', 'u.displayUsername as username', 'u.emailVerified'])
      .where('s.userId', '=', stored.userId)
      .where('s.tokenHash', '=', stored.hash)
      .where('u.banned', '=', false)
      .executeTakeFirst())
  if (!owner || (needsConfirmedAddress({ registration }) && !owner.emailVerified)) throw notFound(t('This address'))
  const { id, username } = owner
  return { kind: 'user', id, username, role: 'user', sessionId: id, address, browser }
}
