import type { Subscription } from '../contract.ts'
import { isLive } from '../rules.ts'
import type { Billing } from './billing-context.ts'
import { findSubscription, type StoredSubscription, toSubscription } from './subscription-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Returns the user's current subscription. If its stored period is over, asks the provider first, because a webhook may
 * be late or lost. Throws what `syncSubscription` throws.
 */
export async function readOwnSubscription(billing: Billing, userId: string): Promise<Subscription> {
  let subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  if (subscription && needsSync(subscription, billing.now())) {
    await syncSubscription(billing, subscription.id)
    subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  }
  return toSubscription(subscription, { now: billing.now(), provider: billing.payments.provider })
}

function needsSync({ status, periodEnd }: StoredSubscription, now: Date): boolean {
  return isLive(status) && status !== 'incomplete' && periodEnd <= now
}
