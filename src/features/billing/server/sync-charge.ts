import { sql } from 'kysely'
import type Stripe from 'stripe'
import { monthlyCredits } from '#features/credits/rules.ts'
import { withdrawAllowance } from '#features/credits/server/withdraw-allowance.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { countCreditsDue, hasWithdrawnMoney } from '../rules.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { idOf, nextReading, syncSubscription } from './sync-subscription.ts'

/**
 * Asks the provider how much of a charge was refunded or withdrawn by disputes, and takes back or returns credits of
 * the invoice that the charge paid. Of two readings, the one that started later counts, so calls may be repeated and
 * come in any order. Throws what `callProvider` and `syncSubscription` throw.
 */
export async function syncCharge(billing: Billing, id: string): Promise<void> {
  const number = await nextReading(billing.db)
  const charge = await callProvider(billing, (stripe) => stripe.charges.retrieve(id))
  const intent = charge.payment_intent
  if (!intent) return
  const amountReturned = await readAmountReturned(billing, charge)
  const { data } = await callProvider(billing, (stripe) =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: idOf(intent) } }),
  )
  const invoiceId = data[0] && idOf(data[0].invoice)
  if (!invoiceId) return
  const invoice = await callProvider(billing, (stripe) => stripe.invoices.retrieve(invoiceId))
  const subscription = invoice.parent?.subscription_details?.subscription
  if (!subscription) return
  await syncSubscription(billing, idOf(subscription))
  await inTransaction(billing.db, (tx) =>
    storeAmountReturned(tx, billing, { number, invoice: invoiceId, amountReturned }),
  )
}

/**
 * Returns the amount that was refunded or withdrawn. `charge.disputed` stays true after a won dispute, so the disputes
 * themselves are read.
 */
async function readAmountReturned(billing: Billing, charge: Stripe.Charge): Promise<number> {
  let disputedAmount = 0
  if (charge.disputed) {
    const { data } = await callProvider(billing, (stripe) => stripe.disputes.list({ charge: charge.id, limit: 100 }))
    for (const { status, amount } of data) if (hasWithdrawnMoney(status)) disputedAmount += amount
  }
  return Math.min(charge.amount, charge.amount_refunded + disputedAmount)
}

/** How much of an invoice's money was returned. `number` is the number of the reading. */
type ReturnedMoney = { number: number; invoice: string; amountReturned: number }
/** A stored invoice. `reading` is the number of the reading that `amountReturned` and `creditsTaken` are from. */
type Row = { userId: string; amount: number; amountReturned: number; creditsTaken: number; reading: number }

async function storeAmountReturned(
  tx: Tx,
  billing: Billing,
  { number, invoice, amountReturned }: ReturnedMoney,
): Promise<void> {
  const { rows } = await sql<Row>`
    select user_id, amount, amount_returned, credits_taken,
      returned_reading as reading
    from billing_invoices where id = ${invoice} and side = ${billing.payments.account} for update`.execute(tx)
  const [row] = rows
  if (!row || number <= row.reading) return
  // All of the invoice's credits that must be taken back, including those that already were.
  const creditsDue = countCreditsDue(amountReturned, row.amount, monthlyCredits.premium)
  const allowance = { userId: row.userId, invoice, due: creditsDue }
  const creditsTaken = (await withdrawAllowance(tx, billing.credits, allowance)) ?? row.creditsTaken
  await sql`
    update billing_invoices set amount_returned = ${amountReturned}, credits_due = ${creditsDue}, returned_reading = ${number},
      credits_taken = least(${creditsTaken}::integer, ${creditsDue}::integer)
    where id = ${invoice} and user_id = ${row.userId}`.execute(tx)
  if (amountReturned === row.amountReturned) return
  await recordAuditEntry(
    tx,
    { kind: 'system', name: 'payments' },
    {
      action: amountReturned > row.amountReturned ? 'subscription.refund' : 'subscription.reinstate',
      target: { kind: 'user', id: row.userId },
      details: { returned: amountReturned, creditsDue, creditsTaken },
    },
  )
}
