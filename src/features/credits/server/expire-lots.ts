import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { type Account, appendEntry } from './append-entry.ts'

/**
 * Whether a lot (`l`) counts no more: its time is over, or it is an allowance that another one followed, which a clock
 * that was set back can't bring to life again.
 */
export function hasEnded(now: Date): RawBuilder<boolean> {
  return sql`(coalesce(l.expires_at <= ${now}, false) or (l.kind = 'allowance' and exists (
    select from credit_lots later where later.user_id = l.user_id and later.kind = 'allowance' and later.id > l.id)))`
}

/** Takes what is left in lots that have ended. The account must be locked. */
export async function expireLots(tx: Tx, locked: Account, now: Date): Promise<Account> {
  const { userId } = locked
  const { rows } = await sql<{ id: string; kind: string; remaining: number }>`
    select id, kind, remaining from credit_lots l
    where user_id = ${userId} and remaining > 0 and ${hasEnded(now)} order by expires_at, id`.execute(tx)
  let account = locked
  for (const { id, kind, remaining } of rows) {
    const reason = kind === 'allowance' ? 'Unused allowance expired' : 'Unused credits expired'
    const entry = { kind: 'expiry', amount: -remaining, reason, opKey: null, at: now } as const
    const also = sql`lot as (update credit_lots set remaining = 0 where user_id = ${userId} and id = ${id}),`
    account = await appendEntry(tx, account, entry, { also })
  }
  return account
}
