import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { type Account, appendEntry } from './append-entry.ts'

/**
 * Whether a lot (`l`) counts no more: its time is over, or it is an allowance that another one followed, which a clock
 * that was set back can't bring to life again. What followed is said by the ledger's numbers, not by a clock.
 */
export function hasEnded(now: Date): RawBuilder<boolean> {
  return sql`(coalesce(l.expires_at <= ${now}, false) or (l.kind = 'allowance' and exists (
    select from credit_lots later
    where later.user_id = l.user_id and later.kind = 'allowance' and later.entry > l.entry)))`
}

type Leftover = { id: string; kind: string; amount: number; isOver: boolean }

/**
 * Takes what is left in lots that have ended, and in others what is due since their payment went back. The account must
 * be locked.
 */
export async function expireLots(tx: Tx, locked: Account, now: Date): Promise<Account> {
  const { userId } = locked
  const { rows } = await sql<Leftover>`
    select id, kind, "isOver", case when "isOver" then remaining else least(remaining, due_back - taken_back) end as amount
    from (select *, ${hasEnded(now)} as "isOver" from credit_lots l where user_id = ${userId} and remaining > 0) lot
    where "isOver" or taken_back < due_back order by expires_at, entry`.execute(tx)
  let account = locked
  for (const { id, kind, amount, isOver } of rows) {
    const entry = { kind: 'expiry', amount: -amount, reason: reasonOf(kind, isOver), opKey: null, at: now } as const
    const also = sql`lot as (
      update credit_lots set remaining = remaining - ${amount},
        taken_back = taken_back + ${isOver ? 0 : amount}::integer
      where user_id = ${userId} and id = ${id}),`
    account = await appendEntry(tx, account, entry, { also })
  }
  return account
}

function reasonOf(kind: string, isOver: boolean): string {
  if (!isOver) return 'Payment refunded or disputed'
  return kind === 'allowance' ? 'Unused allowance expired' : 'Unused credits expired'
}
