import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#platform/errors.ts'
import { insufficientCreditsMessage } from '../rules.ts'
import { type Account, spendableCredits } from './append-entry.ts'

/** Checks that the account can pay `amount`. Throws AppError insufficient_credits (with `credits`). */
export function requireCredits(account: Account, amount: number): void {
  const credits = spendableCredits(account)
  if (credits < amount)
    throw new AppError('insufficient_credits', insufficientCreditsMessage(amount, credits), { credits })
}

/**
 * Returns SQL for the CTE `part` (id of the grant, amount, place in the order), which divides `amount` among a user's
 * grants. The grants that expire first pay first.
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

/**
 * Returns SQL for the CTE `taken`, which subtracts the amounts in `part` from the grants. The account must be locked.
 */
export function takenFromGrants(userId: string): RawBuilder<unknown> {
  return sql`
    taken as (
      update credit_lots set remaining = remaining - part.amount from part
      where user_id = ${userId} and credit_lots.id = part.id
    ),`
}

/** SQL for the rows of `part` as JSON, as holds and ledger entries store them. */
export const partsAsJson = sql`
  (select jsonb_agg(jsonb_build_object('lot', id, 'amount', amount) order by place) from part)`
