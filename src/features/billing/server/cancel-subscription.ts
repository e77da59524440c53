import type Stripe from 'stripe'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Subscription } from '../contract.ts'
import { isLive } from '../rules.ts'
import type { Billing } from './billing-context.ts'
import { readOwnSubscription } from './read-status.ts'
import { findSubscription, type StoredSubscription } from './subscription-queries.ts'
import { changeSubscription, syncSubscription } from './sync-subscription.ts'

/**
 * Cancels Premium at the end of the paid period, or undoes the cancellation if `cancels` is false. While a renewal is
 * unpaid, canceling ends Premium immediately, and the card isn't tried again. Repeated calls change nothing. Throws
 * AppError conflict (no subscription) or provider_unavailable.
 */
export async function setCancellation(billing: Billing, member: Member, cancels: boolean): Promise<Subscription> {
  const { id, cancelAtPeriodEnd, status } = await getRunningSubscriptionOrThrow(billing, member.id, cancels)
  if (cancelAtPeriodEnd !== cancels) {
    const isRenewalUnpaid = status === 'past_due' || status === 'unpaid'
    await changeSubscription(billing, id, async (stripe) => {
      if (!cancels) return resume(stripe, id)
      return isRenewalUnpaid
        ? stripe.subscriptions.cancel(id)
        : stripe.subscriptions.update(id, { cancel_at_period_end: true })
    })
    await syncSubscription(billing, id)
    const action = cancels ? 'subscription.cancel' : 'subscription.resume'
    await inTransaction(billing.db, (tx) =>
      recordAuditEntry(tx, member, { action, target: { kind: 'user', id: member.id } }),
    )
  }
  return readOwnSubscription(billing, member.id)
}

/** Undoes a cancellation, which may have been made here or, with a date (`cancel_at`), in the customer portal. */
async function resume(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const { cancel_at_period_end } = await stripe.subscriptions.retrieve(id)
  return stripe.subscriptions.update(id, cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' })
}

async function getRunningSubscriptionOrThrow(
  billing: Billing,
  userId: string,
  cancels: boolean,
): Promise<StoredSubscription> {
  // Syncs the stored subscription if its period is over.
  await readOwnSubscription(billing, userId)
  const subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  if (subscription && isLive(subscription.status) && subscription.status !== 'incomplete') return subscription
  throw new AppError(
    'conflict',
    cancels ? t('You have no subscription to cancel.') : t('You have no subscription to resume.'),
  )
}
