import { sql } from 'kysely'
import { type MemberSettings, tokenMember } from '#features/tokens/server/find-token-member.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { scopesIn } from '../rules.ts'
import { hashOf } from './stored-records.ts'

/**
 * Finds the member for whom an app acts with an access token, in one query, and records once a day that it was used.
 * Returns null if the token is unknown, expired or revoked, is for another resource, or the member is banned.
 */
export async function findGrantMember(
  { db, ...settings }: MemberSettings & { db: Db },
  { bearer, resource }: { bearer: string; resource: string },
  now: Date,
): Promise<Omit<Member, 'address' | 'browser'> | null> {
  const row = await db
    .selectFrom('oauthTokens as t')
    .innerJoin('oauthGrants as g', 'g.id', 't.grantId')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .where('t.tokenHash', '=', hashOf(bearer))
    .where('t.kind', '=', 'access')
    .where('t.expiresAt', '>', now)
    .where('g.resource', '=', resource)
    .where('u.banned', '=', false)
    .select(['u.id as userId', 'u.displayUsername as username', 'u.role', 'u.twoFactorEnabled as hasSecondFactor'])
    .select(['u.emailVerified', 'g.id', 't.payload', sql<string | null>`g.used_on::text`.as('usedOn')])
    .executeTakeFirst()
  if (!row) return null
  const today = utcDay(now)
  if (row.usedOn !== today)
    await db.updateTable('oauthGrants').set({ usedOn: today }).where('id', '=', row.id).execute()
  const token = { id: row.id, scopes: scopesIn(row.payload.scope), dailyCredits: 0, isApp: true as const }
  return tokenMember(row, token, settings)
}
