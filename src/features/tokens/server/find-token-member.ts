import { sql } from 'kysely'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { needsConfirmedAddress } from '#features/accounts/server/admit-person.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { ActingToken, Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { readTokenText } from './token-text.ts'

/**
 * Returns the token in the Authorization header (RFC 6750, 2.1), which is an empty string if nothing follows `Bearer`.
 * Returns null if there is no header or its scheme isn't Bearer.
 */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer(?!\S)(.*)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim() ?? null
}

/**
 * Finds the owner of an API token in one query, and records once a day that the token was used. With a token, the owner
 * acts without the rights of their role. Returns null if the token is unknown, expired or revoked, or its owner is
 * banned.
 */
export async function findTokenMember(
  { db, ...settings }: MemberSettings & Pick<Accounts, 'db'>,
  text: string,
  now: Date,
): Promise<Omit<Member, 'address' | 'browser'> | null> {
  const parsedToken = readTokenText(text)
  if (!parsedToken) return null
  const row = await db
    .selectFrom('apiTokens as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .where('t.userId', '=', parsedToken.userId)
    .where('t.tokenHash', '=', parsedToken.hash)
    .where('t.expiresAt', '>', now)
    .where('u.banned', '=', false)
    .select(['u.id as userId', 'u.displayUsername as username', 'u.role', 'u.twoFactorEnabled as hasSecondFactor'])
    .select('u.emailVerified')
    .select(['t.id', 't.scopes', 't.dailyCredits', sql<string | null>`t.used_on::text`.as('usedOn')])
    .executeTakeFirst()
  if (!row) return null
  const { userId, id, scopes, dailyCredits } = row
  if (row.usedOn !== utcDay(now)) await recordUse(db, { userId, id }, utcDay(now))
  return tokenMember(row, { id, scopes, dailyCredits }, settings)
}

/** The settings that say what members have to do before they may write. */
export type MemberSettings = Pick<Accounts, 'adminsNeedSecondFactor' | 'registration'>

type TokenOwner = {
  userId: string
  username: string
  role: Member['role']
  hasSecondFactor: boolean
  emailVerified: boolean
}

/** Returns the owner of a token as the member who acts with it, without the rights of their role. */
export function tokenMember(
  { userId, username, ...owner }: TokenOwner,
  token: ActingToken,
  { adminsNeedSecondFactor = false, registration }: MemberSettings,
): Omit<Member, 'address' | 'browser'> {
  // `mustSetUp`: the owner has to set up a second factor first. `mustConfirm`: they have to confirm their address.
  const mustSetUp = adminsNeedSecondFactor && owner.role === 'admin' && !owner.hasSecondFactor
  const mustConfirm = needsConfirmedAddress({ registration }) && !owner.emailVerified
  const requirements = { ...(mustSetUp && { mustSetUp }), ...(mustConfirm && { mustConfirm }) }
  return { kind: 'user', id: userId, username, role: 'user', sessionId: token.id, token, ...requirements }
}

async function recordUse(db: Db, { userId, id }: { userId: string; id: string }, usedOn: string): Promise<void> {
  await db.updateTable('apiTokens').set({ usedOn }).where('userId', '=', userId).where('id', '=', id).execute()
}
