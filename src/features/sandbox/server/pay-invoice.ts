import { periodEndAfter, renewalRetryDays, sandboxPrice } from '../rules.ts'
import { chargeCard, createIntent } from './charge-card.ts'
import type { Invoice, PaymentIntent, Subscription } from './sandbox-objects.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/** Creates the invoice of a period with its payment, but charges nothing yet. */
export async function createInvoice(
  store: Store,
  { id: subscription, customer, default_payment_method }: Omit<Subscription, 'latest_invoice'>,
  period: { start: number; end: number },
  reason: 'subscription_create' | 'subscription_cycle',
): Promise<Invoice> {
  const { amount, currency } = sandboxPrice
  const created = store.now
  const id = sandboxId('in')
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    attempt_count: 0,
    billing_reason: reason,
    created,
    currency,
    customer,
    hosted_invoice_url: null,
    livemode: false,
    next_payment_attempt: null,
    number: `SANDBOX-${id.slice(-6).toUpperCase()}`,
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    status: 'open',
    lines: {
      object: 'list',
      data: [{ id: sandboxId('il'), object: 'line_item', amount, currency, period }],
      has_more: false,
    },
  }
  await store.put(invoice)
  const intent = await createIntent(store, { customer, amount, currency, paymentMethod: default_payment_method ?? '' })
  await store.put({
    id: sandboxId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount,
    created,
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  })
  return invoice
}

/** Returns the payment of an invoice (id) with its payment intent. */
export async function paymentOf(store: Store, invoice: string) {
  const [payment] = await store.list('invoice_payment', { invoice })
  if (!payment) throw new Error(`The sandbox has no payment for ${invoice}.`)
  return { payment, intent: await store.get('payment_intent', payment.payment.payment_intent) }
}

/**
 * Charges an open invoice and updates its subscription. Returns the changed intent. `confirmed` means that the
 * cardholder has confirmed the charge. `paymentMethod` is charged instead of the subscription's default.
 */
export async function payInvoice(
  store: Store,
  invoice: Invoice,
  { confirmed = false, paymentMethod }: { confirmed?: boolean; paymentMethod?: string } = {},
): Promise<PaymentIntent> {
  const { intent } = await paymentOf(store, invoice.id)
  const subscription = await store.get('subscription', invoice.parent.subscription_details.subscription)
  const paidBefore = invoice.billing_reason === 'subscription_cycle'
  const intentWithCard = { ...intent, payment_method: paymentMethod ?? subscription.default_payment_method }
  const charged = await chargeCard(store, intentWithCard, { confirmed, paidBefore })
  await applyResult(store, { ...invoice, attempt_count: invoice.attempt_count + 1 }, subscription, charged)
  return charged
}

async function applyResult(
  store: Store,
  invoice: Invoice,
  subscription: Subscription,
  intent: PaymentIntent,
): Promise<void> {
  if (intent.status === 'succeeded') return applyPayment(store, invoice, subscription)
  if (intent.status === 'requires_action') {
    await store.put(invoice)
    await store.emit('invoice.payment_action_required', invoice)
    return
  }
  const isRenewal = invoice.billing_reason === 'subscription_cycle'
  const { start } = invoice.lines.data[0].period
  const retryDay = renewalRetryDays.find((_, index) => index === invoice.attempt_count - 1)
  const failed = { ...invoice, next_payment_attempt: isRenewal && retryDay ? start + retryDay * 86_400 : null }
  await store.put(failed)
  await store.emit('invoice.payment_failed', failed)
  if (!isRenewal) return
  const status = retryDay ? 'past_due' : 'canceled'
  const changed: Subscription = { ...subscription, status }
  if (status === 'canceled') changed.ended_at = store.now
  await store.put(changed)
  await store.emit(retryDay ? 'customer.subscription.updated' : 'customer.subscription.deleted', changed)
}

async function applyPayment(store: Store, invoice: Invoice, subscription: Subscription): Promise<void> {
  const { payment } = await paymentOf(store, invoice.id)
  const paid = { ...invoice, status: 'paid', amount_paid: invoice.amount_due, next_payment_attempt: null } as const
  await store.put(paid)
  await store.put({ ...payment, status: 'paid', amount_paid: invoice.amount_due })
  // The invoice of the last retry stays open. Paying it doesn't start the ended subscription again.
  const changed: Subscription = subscription.ended_at === null ? { ...subscription, status: 'active' } : subscription
  await store.put(changed)
  await store.emit('invoice.paid', paid)
  await store.emit('invoice.payment_succeeded', paid)
  await store.emit('customer.subscription.updated', changed)
}

/** Starts the next period of a subscription whose current period is over, by creating an invoice and charging it. */
export async function renew(store: Store, subscription: Subscription): Promise<void> {
  const [item] = subscription.items.data
  const start = item.current_period_end
  const end = periodEndAfter(subscription.billing_cycle_anchor, start)
  const invoice = await createInvoice(store, subscription, { start, end }, 'subscription_cycle')
  await store.put({
    ...subscription,
    latest_invoice: invoice.id,
    items: {
      object: 'list',
      data: [{ ...item, current_period_start: start, current_period_end: end }],
      has_more: false,
    },
  })
  await payInvoice(store, invoice)
}
