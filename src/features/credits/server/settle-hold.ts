import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Account, appendEntry, spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import type { CreditHoldsTable } from './credits.table.ts'
import { lockRow } from './lock-account.ts'
import { reserveCredits } from './reserve-credits.ts'

type Hold = Pick<CreditHoldsTable, 'amount' | 'state' | 'reason'>

/**
 * Charges a hold. Call it in the transaction that stores what was paid for, so that neither exists without the other.
 * Reserves a released hold again, which may fail with AppError insufficient_credits. Settling twice charges once.
 * Returns the credits that can be spent now.
 */
export async function settleHold(
  tx: Tx,
  context: CreditContext,
  { userId, opKey }: { userId: string; opKey: string },
): Promise<number> {
  const now = context.now()
  let account: Account = await lockRow(tx, userId, now)
  let hold = await findHold(tx, userId, opKey)
  if (hold.state === 'settled') return spendable(account)
  if (hold.state !== 'open') {
    const expiresAt = new Date(now.getTime() + 60_000)
    await reserveCredits(tx, context, { userId, opKey, amount: hold.amount, reason: hold.reason, expiresAt })
    account = await lockRow(tx, userId, now)
    hold = await findHold(tx, userId, opKey)
  }
  const { amount, reason } = hold
  const settled = sql`hold as (
    update credit_holds set state = 'settled', closed_at = ${now}
    where user_id = ${userId} and op_key = ${opKey}
  ),`
  const entry = { kind: 'spend', amount: -amount, reason, opKey: `spend:${opKey}`, at: now } as const
  return spendable(await appendEntry(tx, account, entry, { ctes: settled, reserved: account.reserved - amount }))
}

async function findHold(tx: Tx, userId: string, opKey: string): Promise<Hold> {
  const { rows } = await sql<Hold>`
    select amount, state, reason from credit_holds
    where user_id = ${userId} and op_key = ${opKey}`.execute(tx)
  if (!rows[0]) throw new AppError('conflict', 'These credits were never reserved. Start again.')
  return rows[0]
}
