import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account } from './append-entry.ts'

/**
 * Closes the open holds that match `condition` (SQL), and gives their credits back to the grants that they came from.
 * The balance doesn't change. If such a grant has ended, the next call of `expireGrants` removes these credits. `state`
 * is the new state of the holds.
 */
export async function closeHolds(
  tx: Tx,
  account: Account,
  condition: RawBuilder<unknown>,
  { state, at }: { state: 'returned' | 'expired'; at: Date },
): Promise<Account> {
  const { userId } = account
  const { rows } = await sql<{ reserved: number }>`
    with closed as (
      update credit_holds set state = ${state}, closed_at = ${at}
      where user_id = ${userId} and state = 'open' and ${condition}
      returning amount, parts
    ), part as (
      select (value ->> 'lot')::uuid as id, sum((value ->> 'amount')::integer)::integer as amount
      from closed, jsonb_array_elements(parts) group by 1
    ), returned as (
      update credit_lots set remaining = remaining + part.amount from part
      where user_id = ${userId} and credit_lots.id = part.id
    )
    update credit_accounts set reserved = reserved - coalesce((select sum(amount) from closed), 0)
    where user_id = ${userId} returning reserved`.execute(tx)
  return { ...account, reserved: rows[0]?.reserved ?? account.reserved }
}
