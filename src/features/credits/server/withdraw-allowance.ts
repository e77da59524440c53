import { sql } from 'kysely'
import { storedText } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { appendEntry } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { expireGrants, hasEnded } from './expire-grants.ts'
import { invoiceKey } from './grant-allowance.ts'
import { lockRow } from './lock-account.ts'

/** `due` is the total number of the invoice's credits whose money was refunded or is disputed. It may rise and fall. */
export type Withdrawal = { userId: string; invoice: string; due: number }

/** `taken`: how many credits have been taken back. */
type FoundGrant = { id: string; amount: number; taken: number; hasEnded: boolean }

/**
 * Takes back the credits of an invoice whose money was refunded or is disputed. Credits that are reserved or spent are
 * taken back when they return to the grant. If the money is paid again, grants them again, unless the period is over.
 * Repeated calls change nothing. Returns how many credits are taken back in total, or null if the invoice has no grant.
 */
export async function withdrawAllowance(
  tx: Tx,
  { now: clock }: CreditContext,
  { userId, invoice, due }: Withdrawal,
): Promise<number | null> {
  if (!(await findGrant(tx, userId, invoice, clock()))) return null
  const now = clock()
  const { isDue: _, ...account } = await lockRow(tx, userId, now)
  const grant = await findGrant(tx, userId, invoice, now)
  if (!grant) return null
  const target = Math.min(due, grant.amount)
  const restoredAmount = Math.max(grant.taken - target, 0)
  await sql`
    update credit_lots set due_back = ${target}, taken_back = least(taken_back, ${target}::integer)
    where user_id = ${userId} and id = ${grant.id}`.execute(tx)
  if (restoredAmount > 0 && !grant.hasEnded) {
    const ctes = sql`restored as (
      update credit_lots set remaining = remaining + ${restoredAmount} where user_id = ${userId} and id = ${grant.id}),`
    const entry = {
      kind: 'refund',
      amount: restoredAmount,
      reason: storedText('Payment restored'),
      opKey: `refund:${newId()}`,
    } as const
    await appendEntry(tx, account, { ...entry, at: now }, { ctes })
  } else {
    // Besides removing what is left in ended grants, this takes back credits up to `due_back`.
    await expireGrants(tx, account, now)
  }
  const after = await findGrant(tx, userId, invoice, now)
  return after?.taken ?? null
}

async function findGrant(tx: Tx, userId: string, invoice: string, now: Date): Promise<FoundGrant | undefined> {
  const { rows } = await sql<FoundGrant>`
    select id, amount, taken_back as taken, ${hasEnded(now)} as "hasEnded" from credit_lots l
    where user_id = ${userId} and source_key = ${invoiceKey(invoice)}`.execute(tx)
  return rows[0]
}
