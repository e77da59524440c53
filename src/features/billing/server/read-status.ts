import type { Subscription } from '../contract.ts'
import { isLive } from '../rules.ts'
import type { Billing } from './billing-context.ts'
import { findSubscription, type StoredSubscription, toSubscription } from './subscription-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Returns the user's current subscription. If its period is over and no webhook arrived, asks the provider first: a
 * webhook may be late, and the sandbox renews a subscription only when a request reaches it. Throws what
 * `syncSubscription` throws.
 */
export async function readStatus(billing: Billing, userId: string): Promise<Subscription> {
  let subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  if (subscription && isDue(subscription, billing.now())) {
    await syncSubscription(billing, subscription.id)
    subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  }
  return toSubscription(subscription, { now: billing.now(), provider: billing.payments.provider })
}

function isDue({ status, periodEnd }: StoredSubscription, now: Date): boolean {
  return isLive(status) && status !== 'incomplete' && periodEnd <= now
}
