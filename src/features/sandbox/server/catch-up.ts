import { incompleteSeconds } from '../rules.ts'
import { payInvoice, paymentOf, renew } from './pay-invoice.ts'
import type { Subscription } from './sandbox-objects.ts'
import type { Store } from './sandbox-store.ts'

/** Brings every subscription up to date: renews it, retries its failed payment, or ends it, if that is due. */
export async function catchUpAll(store: Store): Promise<void> {
  for (const status of ['incomplete', 'active', 'past_due']) {
    for (const { id } of await store.list('subscription', { status })) await catchUp(store, id)
  }
}

/** Brings one subscription up to date, and returns it. */
export async function catchUp(store: Store, id: string): Promise<Subscription> {
  let subscription = await store.get('subscription', id)
  // If the server was down for months, several steps are due.
  while (await takeStep(store, subscription)) subscription = await store.get('subscription', id)
  return subscription
}

/** Takes one step that is due. Returns false if there is none. */
async function takeStep(store: Store, subscription: Subscription): Promise<boolean> {
  const now = store.now
  const [item] = subscription.items.data
  if (subscription.status === 'incomplete' && subscription.created + incompleteSeconds <= now) {
    await endSubscription(store, subscription, 'incomplete_expired')
    return true
  }
  if (subscription.status === 'past_due') {
    const invoice = await store.get('invoice', subscription.latest_invoice)
    if (invoice.next_payment_attempt !== null && invoice.next_payment_attempt <= now) {
      await payInvoice(store, invoice)
      return true
    }
  }
  if (!['active', 'past_due'].includes(subscription.status) || item.current_period_end > now) return false
  const isCanceled =
    subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= item.current_period_end
  if (isCanceled) await endSubscription(store, subscription, 'canceled', item.current_period_end)
  else if (subscription.status === 'past_due') await endSubscription(store, subscription, 'canceled')
  else await renew(store, subscription)
  return true
}

/** Ends a subscription now, or at `at` (in s), voids its open invoice, and cancels the payment of that invoice. */
export async function endSubscription(
  store: Store,
  subscription: Subscription,
  status: 'canceled' | 'incomplete_expired',
  at?: number,
): Promise<Subscription> {
  const endedAt = at ?? store.now
  const ended = { ...subscription, status, ended_at: endedAt, canceled_at: subscription.canceled_at ?? endedAt }
  const invoice = await store.get('invoice', subscription.latest_invoice)
  if (invoice.status === 'open') {
    const voided = { ...invoice, status: 'void', next_payment_attempt: null } as const
    await store.put(voided)
    const { intent } = await paymentOf(store, invoice.id)
    const canceled = { ...intent, status: 'canceled' } as const
    await store.put(canceled)
    await store.emit('payment_intent.canceled', canceled)
    await store.emit('invoice.voided', voided)
  }
  await store.put(ended)
  await store.emit('customer.subscription.deleted', ended)
  return ended
}
