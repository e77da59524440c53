import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { appendEntry } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { invoiceKey } from './grant-allowance.ts'
import { lockRow } from './lock-account.ts'

/**
 * Takes back what a paid invoice gave, because its money went back. Answers how much there was to take: what was spent,
 * or is set aside for what runs now, stays.
 */
export async function takeBackAllowance(
  tx: Tx,
  { now }: CreditContext,
  { userId, invoice, amount }: { userId: string; invoice: string; amount: number },
): Promise<number> {
  const { isDue: _, ...account } = await lockRow(tx, userId, now())
  const { rows } = await sql<{ id: string; remaining: number }>`
    select id, remaining from credit_lots
    where user_id = ${userId} and source_key = ${invoiceKey(invoice)} and remaining > 0`.execute(tx)
  const [lot] = rows
  const taken = Math.min(amount, lot?.remaining ?? 0)
  if (!lot || taken <= 0) return 0
  const also = sql`lot as (
    update credit_lots set remaining = remaining - ${taken} where user_id = ${userId} and id = ${lot.id}),`
  const reason = 'Payment given back'
  await appendEntry(tx, account, { kind: 'expiry', amount: -taken, reason, opKey: null, at: now() }, { also })
  return taken
}
