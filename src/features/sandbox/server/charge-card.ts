import { type CardBehaviour, testCards } from '../rules.ts'
import { openDispute } from './dispute-charge.ts'
import type { PaymentIntent } from './sandbox-objects.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/** The key of a payment method's metadata that says which test card it was made of. */
export const cardButton = 'sandbox_card'

/** How the card behind a payment method behaves. */
export async function behaviourOf(store: Store, paymentMethod: string): Promise<CardBehaviour> {
  const { metadata } = await store.get('payment_method', paymentMethod, 'payment_method')
  return testCards[metadata?.[cardButton] ?? ''] ?? 'refused'
}

/** A new intent to pay; nothing is charged yet. */
export async function createIntent(
  store: Store,
  {
    customer,
    amount,
    currency,
    paymentMethod,
  }: { customer: string; amount: number; currency: string; paymentMethod: string },
): Promise<PaymentIntent> {
  const id = sandboxId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    created: store.now,
    currency,
    customer,
    livemode: false,
    metadata: {},
    status: 'requires_confirmation',
    client_secret: `${id}_secret_${sandboxId('s').slice(-12)}`,
    payment_method: paymentMethod,
    latest_charge: null,
  }
  await store.put(intent)
  return intent
}

/**
 * Charges the intent's card as that behaves. `present`: its owner sits in front of it and has confirmed; `known`: it
 * has paid for the same before. Answers the intent as it is then.
 */
export async function chargeCard(
  store: Store,
  intent: PaymentIntent,
  { present = false, known = false }: { present?: boolean; known?: boolean } = {},
): Promise<PaymentIntent> {
  const behaviour = intent.payment_method ? await behaviourOf(store, intent.payment_method) : 'refused'
  if (behaviour === 'confirm' && !present && !known) {
    return change(store, { ...intent, status: 'requires_action' }, 'payment_intent.requires_action')
  }
  if (behaviour === 'refused' || behaviour === 'fails') {
    return change(store, { ...intent, status: 'requires_payment_method' }, 'payment_intent.payment_failed')
  }
  return succeed(store, intent, behaviour === 'disputed')
}

async function succeed(store: Store, intent: PaymentIntent, disputed: boolean): Promise<PaymentIntent> {
  const { customer, amount, currency } = intent
  const created = store.now
  const charge = {
    id: sandboxId('ch'),
    object: 'charge',
    amount,
    amount_refunded: 0,
    created,
    currency,
    customer,
    disputed: false,
    livemode: false,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded',
  } as const
  await store.put(charge)
  await store.emit('charge.succeeded', charge)
  const paid = await change(
    store,
    { ...intent, status: 'succeeded', latest_charge: charge.id },
    'payment_intent.succeeded',
  )
  if (disputed) await openDispute(store, charge)
  return paid
}

async function change(store: Store, intent: PaymentIntent, event: string): Promise<PaymentIntent> {
  await store.put(intent)
  await store.emit(event, intent)
  return intent
}
