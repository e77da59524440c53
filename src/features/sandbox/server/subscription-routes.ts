import { periodEndAfter, sandboxPrice } from '../rules.ts'
import { catchUp, catchUpAll, endSubscription } from './catch-up.ts'
import { type Form, metadataOf, textOf } from './parse-form.ts'
import { createInvoice, payInvoice, paymentOf } from './pay-invoice.ts'
import { invalidRequest } from './sandbox-error.ts'
import type { Invoice, Subscription } from './sandbox-objects.ts'
import { listOf, pageOf, type SandboxRoutes } from './sandbox-route.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/**
 * The endpoints for subscriptions. The first invoice is charged immediately (`payment_behavior` allow_incomplete).
 * Requests about existing subscriptions first process what is due, such as a renewal (`catchUp`).
 */
export const subscriptionRoutes: SandboxRoutes = {
  'POST /v1/subscriptions': async ({ store, form }) => {
    const customer = textOf(form, 'customer') ?? ''
    const card = textOf(form, 'default_payment_method') ?? ''
    await store.get('customer', customer, 'customer')
    const method = await store.get('payment_method', card, 'payment_method')
    if (method.customer !== customer) throw invalidRequest('This card belongs to another customer.', 'payment_method')
    const behavior = textOf(form, 'payment_behavior') ?? 'allow_incomplete'
    if (behavior !== 'allow_incomplete')
      throw invalidRequest('The sandbox supports only allow_incomplete.', 'payment_behavior')
    const started = await startSubscription(store, { customer, card, metadata: metadataOf(form) })
    return expandInvoice(store, started, form)
  },

  'GET /v1/subscriptions/:id': async ({ store, id, form }) => expandInvoice(store, await catchUp(store, id), form),

  'GET /v1/subscriptions': async ({ store, form }) => {
    await catchUpAll(store)
    const customer = textOf(form, 'customer')
    const found = await store.list('subscription', customer ? { customer } : {})
    const { data, ...page } = pageOf(found, form)
    return { ...page, data: await Promise.all(data.map((one) => expandInvoice(store, one, form))) }
  },

  'POST /v1/subscriptions/:id': async ({ store, id, form }) => {
    const subscription = await catchUp(store, id)
    if (subscription.ended_at !== null) throw invalidRequest('A subscription that has ended can’t be changed.')
    const card = textOf(form, 'default_payment_method')
    if (card) await store.get('payment_method', card, 'payment_method')
    const cancel = textOf(form, 'cancel_at_period_end')
    const isCanceled = cancel === undefined ? subscription.cancel_at_period_end : cancel === 'true'
    const cancelAt = textOf(form, 'cancel_at')
    const changed: Subscription = {
      ...subscription,
      cancel_at: cancelAt === undefined ? subscription.cancel_at : Number(cancelAt) || null,
      cancel_at_period_end: isCanceled,
      canceled_at: isCanceled ? (subscription.canceled_at ?? store.now) : null,
      default_payment_method: card ?? subscription.default_payment_method,
    }
    await store.put(changed)
    await store.emit('customer.subscription.updated', changed)
    return expandInvoice(store, changed, form)
  },

  'DELETE /v1/subscriptions/:id': async ({ store, id, form }) => {
    const subscription = await catchUp(store, id)
    if (subscription.ended_at !== null) throw invalidRequest('This subscription has ended already.')
    const status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
    return expandInvoice(store, await endSubscription(store, subscription, status), form)
  },
}

type SubscriptionInput = { customer: string; card: string; metadata: Record<string, string> }

async function startSubscription(store: Store, { customer, card, metadata }: SubscriptionInput): Promise<Subscription> {
  const start = store.now
  const end = periodEndAfter(start, start)
  const started: Omit<Subscription, 'latest_invoice'> = {
    id: sandboxId('sub'),
    object: 'subscription',
    billing_cycle_anchor: start,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: start,
    currency: sandboxPrice.currency,
    customer,
    default_payment_method: card,
    ended_at: null,
    livemode: false,
    metadata,
    status: 'incomplete',
    items: {
      object: 'list',
      data: [
        {
          id: sandboxId('si'),
          object: 'subscription_item',
          current_period_start: start,
          current_period_end: end,
          price: { id: sandboxPrice.id, object: 'price' },
          quantity: 1,
        },
      ],
      has_more: false,
    },
  }
  const invoice = await createInvoice(store, started, { start, end }, 'subscription_create')
  const subscription = { ...started, latest_invoice: invoice.id }
  await store.put(subscription)
  await store.emit('customer.subscription.created', subscription)
  await payInvoice(store, invoice)
  return store.get('subscription', subscription.id)
}

type ExpandedSubscription = Omit<Subscription, 'latest_invoice'> & { latest_invoice: string | Invoice }

/** Replaces the invoice's id with the invoice and its payment if the request has `expand[]=latest_invoice…`. */
async function expandInvoice(store: Store, subscription: Subscription, form: Form): Promise<ExpandedSubscription> {
  const expand = Array.isArray(form.expand) ? form.expand : []
  if (!expand.some((name) => typeof name === 'string' && name.includes('latest_invoice'))) return subscription
  const invoice = await store.get('invoice', subscription.latest_invoice)
  const { payment } = await paymentOf(store, invoice.id)
  return { ...subscription, latest_invoice: { ...invoice, ...{ payments: listOf([payment]) } } }
}
