import { sql } from 'kysely'
import { plural } from '#lib/texts.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { ActingToken } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

/**
 * Returns, by token id, how many credits each API token of a user spent or reserved on a day (UTC, YYYY-MM-DD).
 * Released holds don't count.
 */
export async function spentByTokens(db: Db | Tx, userId: string, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; spent: number }>`
    select token_id as id, sum(amount)::integer as spent from credit_holds
    where user_id = ${userId} and token_id is not null and token_day = ${day}::date and state in ('open', 'settled')
    group by token_id`.execute(db)
  return new Map(rows.map(({ id, spent }) => [id, spent]))
}

/**
 * Refuses an amount that would exceed the token's daily credits. The caller must have locked the account, because a
 * simultaneous run would be missed otherwise. Throws AppError rate_limited, with the seconds until the day ends.
 */
export async function requireDailyCredits(
  tx: Tx,
  { userId, token, amount, now }: { userId: string; token: ActingToken; amount: number; now: Date },
): Promise<void> {
  const spent = (await spentByTokens(tx, userId, utcDay(now))).get(token.id) ?? 0
  if (spent + amount <= token.dailyCredits) return
  const message = plural(
    token.dailyCredits,
    'This token may spend {count} credit a day and has spent {spent}. Nothing was charged. The token can spend again tomorrow (UTC).',
    'This token may spend {count} credits a day and has spent {spent}. Nothing was charged. The token can spend again tomorrow (UTC).',
    { spent: String(spent) },
  )
  const dayMs = 86_400_000
  throw new AppError('rate_limited', message, { retryAfter: Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000) })
}
