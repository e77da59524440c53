import { type RawBuilder, sql } from 'kysely'
import { storedText } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { replacedReason } from '../rules.ts'
import { type Account, appendEntry } from './append-entry.ts'

/**
 * Returns the SQL condition that a grant has ended (`l` is the alias of credit_lots): it has expired, or it is an
 * allowance that a later one replaced. Ledger numbers decide which allowance is later, so a clock that is set back
 * can't revive a grant.
 */
export function hasEnded(now: Date): RawBuilder<boolean> {
  return sql`(coalesce(l.expires_at <= ${now}, false) or (l.kind = 'allowance' and exists (
    select from credit_lots later
    where later.user_id = l.user_id and later.kind = 'allowance' and later.entry > l.entry)))`
}

/**
 * A grant from which `amount` is removed. `isOver`: it has ended. `isReplaced`: `setAllowance` has replaced it, and has
 * set its expires_at to -infinity.
 */
type GrantToReduce = { id: string; kind: string; amount: number; isOver: boolean; isReplaced: boolean }

/**
 * Removes what is left in ended grants. From other grants, removes what must be taken back because their payment was
 * refunded or disputed. The account must be locked.
 */
export async function expireGrants(tx: Tx, locked: Account, now: Date): Promise<Account> {
  const { userId } = locked
  const { rows } = await sql<GrantToReduce>`
    select id, kind, "isOver", kind = 'allowance' and expires_at = '-infinity' as "isReplaced", case when "isOver" then remaining else least(remaining, due_back - taken_back) end as amount
    from (select *, ${hasEnded(now)} as "isOver" from credit_lots l where user_id = ${userId} and remaining > 0) g
    where "isOver" or taken_back < due_back order by expires_at, entry`.execute(tx)
  let account = locked
  for (const { id, kind, amount, isOver, isReplaced } of rows) {
    const entry = {
      kind: 'expiry',
      amount: -amount,
      reason: isReplaced ? replacedReason : reasonOf(kind, isOver),
      opKey: null,
      at: now,
    } as const
    const ctes = sql`reduced as (
      update credit_lots set remaining = remaining - ${amount},
        taken_back = taken_back + ${isOver ? 0 : amount}::integer
      where user_id = ${userId} and id = ${id}),`
    account = await appendEntry(tx, account, entry, { ctes })
  }
  return account
}

function reasonOf(kind: string, isOver: boolean): string {
  if (!isOver) return storedText('Payment refunded or disputed')
  return kind === 'allowance' ? storedText('Unused allowance expired') : storedText('Unused credits expired')
}
