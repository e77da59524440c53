import { sql } from 'kysely'
import type { Member } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import { runOnceInSteps } from '#server/platform/idempotency.ts'
import type { Subscription } from '../contract.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { attemptsPerHour } from './create-subscription.ts'
import { findOrCreateCustomer } from './find-customer.ts'
import { readStatus } from './read-status.ts'
import { findSubscription } from './subscription-queries.ts'
import { changeSubscription, syncSubscription } from './sync-subscription.ts'

type Payment = { paymentMethodId: string; key: string | undefined; path: string }

/**
 * Pays a failed renewal with another card, which later renewals also use. Throws AppError conflict (no renewal is
 * unpaid), card_declined, validation_failed (unknown card), provider_unavailable or rate_limited (too many attempts).
 */
export async function payOpenInvoice(
  billing: Billing,
  member: Member,
  { paymentMethodId, key, path }: Payment,
): Promise<Subscription> {
  await billing.limits.take(attemptsPerHour, member.id)
  const request = { key, path, body: { paymentMethodId } }
  const { body } = await runOnceInSteps<Subscription>(billing, member, request, async (finish) => {
    const { id, invoice } = await getOpenInvoiceOrThrow(billing, member.id)
    const { customerId } = await findOrCreateCustomer(billing, member.id)
    const method = await callProvider(billing, (stripe) =>
      stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }),
    )
    await changeSubscription(billing, id, (stripe) =>
      stripe.subscriptions.update(id, { default_payment_method: method.id }),
    )
    const paying = callProvider(billing, (stripe) => stripe.invoices.pay(invoice, { payment_method: method.id }))
    const [result] = await Promise.allSettled([paying])
    await syncSubscription(billing, id)
    // The provider refuses an invoice that was paid in another tab meanwhile.
    if (result.status === 'rejected' && !(await isPaid(billing, invoice))) throw result.reason
    const status = await readStatus(billing, member.id)
    return finish(async () => ({ status: 200, body: status }))
  })
  return body
}

async function getOpenInvoiceOrThrow(billing: Billing, userId: string): Promise<{ id: string; invoice: string }> {
  const subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  const { rows } = await sql<{ invoice: string }>`
    select id as invoice from billing_invoices
    where user_id = ${userId} and side = ${billing.payments.account} and subscription_id = ${subscription?.id ?? ''}
      and status = 'open'
    order by period_end desc limit 1`.execute(billing.db)
  if (subscription?.status !== 'past_due' || !rows[0]) throw new AppError('conflict', 'No payment is open.')
  return { id: subscription.id, invoice: rows[0].invoice }
}

async function isPaid({ db, payments }: Billing, invoice: string): Promise<boolean> {
  const { rows } = await sql`
    select from billing_invoices where id = ${invoice} and side = ${payments.account} and status = 'paid'`.execute(db)
  return rows.length > 0
}
