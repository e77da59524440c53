import { sql } from 'kysely'
import { spentByTokens } from '#features/credits/server/token-spending.ts'
import type { TokenScope } from '#lib/http-contract.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Db } from '#platform/database/db.ts'
import type { ApiToken } from '../contract.ts'
import { tokenLimits } from '../rules.ts'

type TokenRow = Omit<ApiToken, 'spentToday' | 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date }

/**
 * Returns a user's API tokens that haven't expired, newest first, with the credits that each has spent today (UTC), but
 * without the secrets.
 */
export async function listTokens(db: Db, userId: string, now: Date): Promise<ApiToken[]> {
  const [{ rows }, spentCredits] = await Promise.all([
    sql<TokenRow & { scopes: TokenScope[] }>`
      select id, name, scopes, daily_credits, created_at, expires_at, used_on::text as last_used_on from api_tokens
      where user_id = ${userId} and expires_at > ${now} order by id desc limit ${tokenLimits.perMember}`.execute(db),
    spentByTokens(db, userId, utcDay(now)),
  ])
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    spentToday: spentCredits.get(row.id) ?? 0,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}
