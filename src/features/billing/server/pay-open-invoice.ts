import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { runOnceInSteps } from '#platform/work/idempotency.ts'
import type { Subscription } from '../contract.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { changeCardLater } from './change-card.ts'
import { attemptsPerHour } from './create-subscription.ts'
import { findOrCreateCustomer } from './find-customer.ts'
import { readOwnSubscription } from './read-status.ts'
import { findSubscription } from './subscription-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** A request to pay with a card. `key` is its Idempotency-Key, and `path` its URL's path. */
type Payment = { paymentMethodId: string; key: string | undefined; path: string }

/**
 * Pays a failed renewal with another card, which a job then sets for later renewals. Throws AppError conflict (no
 * renewal is unpaid), card_declined, validation_failed (unknown card), provider_unavailable, rate_limited, in_progress or
 * idempotency_mismatch.
 */
export async function payOpenInvoice(
  billing: Billing,
  member: Member,
  { paymentMethodId, key, path }: Payment,
): Promise<Subscription> {
  await billing.limits.take(attemptsPerHour, member.id)
  const request = { key, path, body: { paymentMethodId } }
  const { body } = await runOnceInSteps<Subscription>(billing, member, request, async (finish) => {
    const { subscriptionId, invoiceId } = await getOpenInvoiceOrThrow(billing, member.id)
    const { customerId } = await findOrCreateCustomer(billing, member.id)
    const method = await callProvider(billing, (stripe) =>
      stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }),
    )
    const [result] = await Promise.allSettled([
      callProvider(billing, (stripe) => stripe.invoices.pay(invoiceId, { payment_method: method.id })),
    ])
    await syncSubscription(billing, subscriptionId)
    // If another tab has paid the invoice meanwhile, the provider refuses this payment.
    if (result.status === 'rejected' && !(await isPaid(billing, invoiceId))) throw result.reason
    const status = await readOwnSubscription(billing, member.id)
    return finish(async (tx) => {
      // Only now, because until then the provider's own attempts had better use the card that worked before.
      if (result.status === 'fulfilled') await changeCardLater(tx, billing, { subscriptionId, card: method.id })
      return { status: 200, body: status }
    })
  })
  return body
}

async function getOpenInvoiceOrThrow(
  billing: Billing,
  userId: string,
): Promise<{ subscriptionId: string; invoiceId: string }> {
  const subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  const { rows } = await sql<{ id: string }>`
    select id from billing_invoices
    where user_id = ${userId} and side = ${billing.payments.account} and subscription_id = ${subscription?.id ?? ''}
      and status = 'open'
    order by period_end desc limit 1`.execute(billing.db)
  // After its last retry, the provider may set the subscription to `unpaid` and leave the invoice open.
  if (!subscription || !['past_due', 'unpaid'].includes(subscription.status) || !rows[0])
    throw new AppError('conflict', t('No payment is open.'))
  return { subscriptionId: subscription.id, invoiceId: rows[0].id }
}

async function isPaid({ db, payments }: Billing, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from billing_invoices where id = ${invoiceId} and side = ${payments.account} and status = 'paid'`.execute(db)
  return rows.length > 0
}
