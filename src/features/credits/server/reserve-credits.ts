import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount, type Owner } from './lock-account.ts'
import { partsAsJson, partsOfLots, requireCredits, takenFromLots } from './take-credits.ts'

export type Reservation = Owner & {
  amount: number
  /** Names what is paid for, such as `run:<id>`. Reserving twice under one name sets aside once. */
  opKey: string
  /** What the ledger says once it is settled. */
  reason: string
  /** When it falls back by itself: later than whatever it pays for can last. */
  expiresAt: Date
}

/** What can be spent now, and whether this was paid for earlier: then nothing is set aside, and settling changes nothing. */
export type Reserved = { credits: number; isPaid: boolean }

/** Sets credits aside. AppError insufficient_credits (with `credits`) when there are too few. */
export async function reserveCredits(tx: Tx, context: CreditContext, wanted: Reservation): Promise<Reserved> {
  const { userId, amount, opKey, reason, expiresAt } = wanted
  const account = await lockAccount(tx, context, wanted)
  const { rows } = await sql<{ state: string }>`
    select state from credit_holds where user_id = ${userId} and op_key = ${opKey}`.execute(tx)
  const state = rows[0]?.state
  if (state === 'open' || state === 'settled') return { credits: spendable(account), isPaid: state === 'settled' }
  requireCredits(account, amount)
  await sql`
    with ${partsOfLots(userId, amount)}
    ${takenFromLots(userId)} hold as (
      insert into credit_holds (user_id, op_key, amount, parts, state, reason, expires_at)
      values (${userId}, ${opKey}, ${amount}, ${partsAsJson}, 'open', ${reason}, ${expiresAt})
      on conflict (user_id, op_key) do update set amount = excluded.amount, parts = excluded.parts, state = 'open',
        reason = excluded.reason, expires_at = excluded.expires_at, closed_at = null
    )
    update credit_accounts set reserved = reserved + ${amount}, due_at = least(due_at, ${expiresAt}::timestamptz)
    where user_id = ${userId}`.execute(tx)
  return { credits: spendable(account) - amount, isPaid: false }
}
