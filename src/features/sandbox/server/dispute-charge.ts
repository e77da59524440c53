import { invalidRequest } from './sandbox-error.ts'
import type { Charge, Dispute } from './sandbox-objects.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/** Opens a dispute, as a cardholder's bank does. The bank withdraws the money immediately. */
export async function openDispute(store: Store, charge: Charge): Promise<Dispute> {
  const dispute: Dispute = {
    id: sandboxId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    livemode: false,
    payment_intent: charge.payment_intent,
    status: 'needs_response',
  }
  await store.put({ ...charge, disputed: true })
  await store.put(dispute)
  await store.emit('charge.dispute.created', dispute)
  await store.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Applies the bank's decision on a dispute. The charge stays marked as disputed, as it does at Stripe. */
export async function decideDispute(store: Store, dispute: Dispute, status: 'won' | 'lost'): Promise<Dispute> {
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalidRequest('This dispute is closed.')
  const closed = { ...dispute, status }
  await store.put(closed)
  if (status === 'won') await store.emit('charge.dispute.funds_reinstated', closed)
  await store.emit('charge.dispute.closed', closed)
  return closed
}
