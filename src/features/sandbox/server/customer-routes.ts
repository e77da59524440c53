import { sandboxPrice, testCards } from '../rules.ts'
import { endSubscription } from './catch-up.ts'
import { cardMetadataKey } from './charge-card.ts'
import { metadataOf, textOf } from './parse-form.ts'
import { cardDeclinedError, invalidRequest, noSuchObject } from './sandbox-error.ts'
import { listOf, type SandboxRoutes } from './sandbox-route.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/** The endpoints for customers, their cards and setup intents, and for the account, the price and the events. */
export const customerRoutes: SandboxRoutes = {
  'POST /v1/customers': async ({ store, form }) => {
    const customer = {
      id: sandboxId('cus'),
      object: 'customer',
      created: store.now,
      email: textOf(form, 'email') ?? null,
      livemode: false,
      metadata: metadataOf(form),
    } as const
    await store.put(customer)
    return customer
  },

  'GET /v1/customers/:id': ({ store, id }) => store.get('customer', id),

  'DELETE /v1/customers/:id': async ({ store, id }) => {
    const { object } = await store.get('customer', id)
    for (const subscription of await store.list('subscription', { customer: id })) {
      if (subscription.ended_at === null) await endSubscription(store, subscription, 'canceled')
    }
    await store.remove(id)
    return { id, object, deleted: true }
  },

  'POST /v1/payment_methods/:id/attach': async ({ store, id, form }) => {
    const customer = textOf(form, 'customer') ?? ''
    await store.get('customer', customer, 'customer')
    // An id other than a test card's belongs to a payment method that was created earlier.
    if (!(id in testCards)) {
      const method = await store.get('payment_method', id, 'payment_method')
      if (method.customer !== customer) throw invalidRequest('This card belongs to another customer.', 'payment_method')
      return method
    }
    if (testCards[id] === 'refused') throw cardDeclinedError()
    return addCard(store, id, customer)
  },

  'GET /v1/payment_methods/:id': ({ store, id }) => store.get('payment_method', id, 'payment_method'),

  'POST /v1/setup_intents': async ({ store, form }) => {
    const customer = textOf(form, 'customer') ?? null
    const id = sandboxId('seti')
    const intent = {
      id,
      object: 'setup_intent',
      created: store.now,
      customer,
      livemode: false,
      metadata: metadataOf(form),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${sandboxId('s').slice(-12)}`,
      payment_method: null,
      usage: 'off_session',
    } as const
    await store.put(intent)
    return intent
  },

  'GET /v1/setup_intents/:id': ({ store, id }) => store.get('setup_intent', id),

  'POST /v1/setup_intents/:id/confirm': async ({ store, id, form }) => {
    const intent = await store.get('setup_intent', id)
    const card = textOf(form, 'payment_method') ?? ''
    if (!(card in testCards)) throw noSuchObject(card, 'payment_method')
    if (testCards[card] === 'refused') throw cardDeclinedError()
    const method = await addCard(store, card, intent.customer)
    const confirmed = { ...intent, status: 'succeeded', payment_method: method.id } as const
    await store.put(confirmed)
    await store.emit('setup_intent.succeeded', confirmed)
    return confirmed
  },

  'GET /v1/account': async () => ({ id: 'acct_sandbox', object: 'account' }),

  'GET /v1/prices/:id': async ({ store, id }) => {
    if (id !== sandboxPrice.id) throw noSuchObject(id, 'price')
    return {
      id,
      object: 'price',
      active: true,
      created: store.now,
      currency: sandboxPrice.currency,
      livemode: false,
      recurring: { interval: 'month', interval_count: 1 },
      type: 'recurring',
      unit_amount: sandboxPrice.amount,
    }
  },

  'GET /v1/events': async ({ store }) => listOf(await store.listEvents()),
}

async function addCard(store: Store, card: string, customer: string | null) {
  const method = {
    id: sandboxId('pm'),
    object: 'payment_method',
    created: store.now,
    customer,
    livemode: false,
    metadata: { [cardMetadataKey]: card },
    type: 'card',
  } as const
  await store.put(method)
  return method
}
