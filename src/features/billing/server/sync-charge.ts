import { sql } from 'kysely'
import { monthlyCredits } from '#features/credits/rules.ts'
import { takeBackAllowance } from '#features/credits/server/take-back-allowance.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { creditsFor } from '../rules.ts'
import { ask, type Billing } from './billing-stage.ts'
import { idOf, syncSubscription } from './sync-subscription.ts'

/**
 * Asks the provider how much of a charge went back, and takes the credits that go with it: as many as are left, the
 * rest is written down. Each credit is taken once, however often this is called.
 */
export async function syncCharge(billing: Billing, id: string): Promise<void> {
  const charge = await ask(billing, (stripe) => stripe.charges.retrieve(id))
  const intent = charge.payment_intent
  if (!intent) return
  const { data } = await ask(billing, (stripe) =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: idOf(intent) } }),
  )
  const invoiceId = data[0] && idOf(data[0].invoice)
  if (!invoiceId) return
  const invoice = await ask(billing, (stripe) => stripe.invoices.retrieve(invoiceId))
  const subscription = invoice.parent?.subscription_details?.subscription
  if (!subscription) return
  await syncSubscription(billing, idOf(subscription))
  // Disputed money is gone until the dispute is won.
  const returned = charge.disputed ? charge.amount : charge.amount_refunded
  await inTransaction(billing.db, (tx) => takeBack(tx, billing, invoiceId, returned))
}

type Row = { userId: string; amount: number; returned: number; due: number; taken: number }

async function takeBack(tx: Tx, { credits }: Billing, invoice: string, returned: number): Promise<void> {
  const { rows } = await sql<Row>`
    select user_id as "userId", amount, amount_returned as returned, credits_due as due, credits_taken as taken
    from billing_invoices where id = ${invoice} for update`.execute(tx)
  const [row] = rows
  if (!row || returned <= row.returned) return
  const due = creditsFor(returned, row.amount, monthlyCredits.premium)
  const taken = await takeBackAllowance(tx, credits, { userId: row.userId, invoice, amount: due - row.due })
  await sql`
    update billing_invoices set amount_returned = ${returned}, credits_due = ${due}, credits_taken = ${row.taken + taken}
    where id = ${invoice} and user_id = ${row.userId}`.execute(tx)
  await recordAct(
    tx,
    { kind: 'system', name: 'payments' },
    {
      action: 'subscription.refund',
      target: { kind: 'user', id: row.userId },
      details: { returned, creditsDue: due - row.due, creditsTaken: taken },
    },
  )
}
