import type { Subscription } from '../contract.ts'
import { isLive } from '../rules.ts'
import type { Billing } from './billing-context.ts'
import { findSubscription, type KnownSubscription, sayStatus } from './subscription-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * One's subscription as it is now. When its period is over and nothing was heard, the provider is asked: a webhook may
 * be late, and the sandbox does what time has brought when it is asked.
 */
export async function readStatus(billing: Billing, userId: string): Promise<Subscription> {
  let known = await findSubscription(billing.db, { userId, side: billing.payments.side })
  if (known && isDue(known, billing.now())) {
    await syncSubscription(billing, known.id)
    known = await findSubscription(billing.db, { userId, side: billing.payments.side })
  }
  return sayStatus(known, { now: billing.now(), provider: billing.payments.provider })
}

function isDue({ status, periodEnd }: KnownSubscription, now: Date): boolean {
  return isLive(status) && status !== 'incomplete' && periodEnd <= now
}
