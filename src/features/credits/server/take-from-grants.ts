import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#server/platform/errors.ts'
import { insufficientCreditsMessage } from '../rules.ts'
import { type Account, spendable } from './append-entry.ts'

/** Checks that the account can pay `amount`. Throws AppError insufficient_credits. */
export function requireCredits(account: Account, amount: number): void {
  const credits = spendable(account)
  if (credits < amount)
    throw new AppError('insufficient_credits', insufficientCreditsMessage(amount, credits), { credits })
}

/**
 * The CTE `part` (id of the grant, amount, place): divides `amount` among a user's grants, starting with those that end
 * first.
 */
export function partsOfGrants(userId: string, amount: number): RawBuilder<unknown> {
  return sql`
    usable as (
      select id, remaining, sum(remaining) over (order by expires_at, entry) - remaining as before
      from credit_lots where user_id = ${userId} and remaining > 0
    ), part as (
      select id, least(remaining, ${amount}::integer - before)::integer as amount, before as place
      from usable where before < ${amount}::integer
    ),`
}

/** The CTE `taken`: subtracts the rows of `part` from their grants. The account must be locked. */
export function takenFromGrants(userId: string): RawBuilder<unknown> {
  return sql`
    taken as (
      update credit_lots set remaining = remaining - part.amount from part
      where user_id = ${userId} and credit_lots.id = part.id
    ),`
}

/** The rows of `part` as JSON, for a hold or an entry. */
export const partsAsJson = sql`
  (select jsonb_agg(jsonb_build_object('lot', id, 'amount', amount) order by place) from part)`
