import { type CardBehavior, testCards } from '../rules.ts'
import { openDispute } from './dispute-charge.ts'
import type { PaymentIntent } from './sandbox-objects.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/** The metadata of a payment method names its test card under this key. */
export const cardMetadataKey = 'sandbox_card'

/** Returns how the card of a payment method behaves. */
export async function behaviorOf(store: Store, paymentMethod: string): Promise<CardBehavior> {
  const { metadata } = await store.get('payment_method', paymentMethod, 'payment_method')
  return testCards[metadata?.[cardMetadataKey] ?? ''] ?? 'refused'
}

/** Creates a payment intent, which charges nothing yet. */
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
 * Charges the intent's test card, and returns the changed intent. `confirmed` means that the cardholder has confirmed
 * the charge. `paidBefore` means that an earlier period of the subscription was paid.
 */
export async function chargeCard(
  store: Store,
  intent: PaymentIntent,
  { confirmed = false, paidBefore = false }: { confirmed?: boolean; paidBefore?: boolean } = {},
): Promise<PaymentIntent> {
  const behavior = intent.payment_method ? await behaviorOf(store, intent.payment_method) : 'refused'
  if (behavior === 'confirm' && !confirmed && !paidBefore) {
    return storeIntent(store, { ...intent, status: 'requires_action' }, 'payment_intent.requires_action')
  }
  if (behavior === 'refused' || behavior === 'fails') {
    return storeIntent(store, { ...intent, status: 'requires_payment_method' }, 'payment_intent.payment_failed')
  }
  return storeCharge(store, intent, behavior === 'disputed')
}

/** Stores a successful charge, and returns the changed intent. `disputed`: opens a dispute immediately. */
async function storeCharge(store: Store, intent: PaymentIntent, disputed: boolean): Promise<PaymentIntent> {
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
  const paid = await storeIntent(
    store,
    { ...intent, status: 'succeeded', latest_charge: charge.id },
    'payment_intent.succeeded',
  )
  if (disputed) await openDispute(store, charge)
  return paid
}

async function storeIntent(store: Store, intent: PaymentIntent, event: string): Promise<PaymentIntent> {
  await store.put(intent)
  await store.emit(event, intent)
  return intent
}
