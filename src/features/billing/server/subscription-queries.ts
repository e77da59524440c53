import { sql } from 'kysely'
import { monthlyCredits } from '#features/credits/rules.ts'
import type { Plan } from '#features/credits/server/credit-context.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Subscription } from '../contract.ts'
import { isLive, premiumUntil, type SubscriptionStatus, toContractStatus } from '../rules.ts'

/** A subscription as it was last stored. `paidUntil` is the end of its last paid period. */
export type StoredSubscription = {
  id: string
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  periodEnd: Date
  paymentMethod: string | null
  paidUntil: Date | null
  /** The id of the last paid period's invoice. Null if there is none, or if some of its money was returned. */
  invoice: string | null
}

/**
 * A user and the current payment account. While payments are off, `account` is undefined, and subscriptions of all
 * accounts count.
 */
export type Subscriber = { userId: string; account: string | undefined }

/** Finds the user's running subscription, or else their last one. Returns undefined if there never was one. */
export async function findSubscription(
  db: Db | Tx,
  { userId, account }: Subscriber,
): Promise<StoredSubscription | undefined> {
  const { rows } = await sql<StoredSubscription>`
    select s.id, status, cancel_at_period_end, s.period_end,
      payment_method, case when paid.credits_due = 0 then paid.id end as invoice, paid.period_end as "paidUntil"
    from billing_subscriptions s left join lateral (
      select i.id, i.period_end, i.credits_due from billing_invoices i
      where i.user_id = s.user_id and i.subscription_id = s.id and i.status = 'paid'
      order by i.period_end desc limit 1
    ) paid on true
    where s.user_id = ${userId} ${account === undefined ? sql`` : sql`and s.side = ${account}`}
    order by (status in ('canceled', 'incomplete_expired')), s.created_at desc, s.id desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the user's plan at `now`, which determines their credits. Implements the hook `planOf` of `CreditContext`. */
export async function planOf(tx: Tx, subscriber: Subscriber, now: Date): Promise<Plan> {
  const subscription = await findSubscription(tx, subscriber)
  const until = subscription && premiumUntil(subscription)
  if (!until || until <= now || !subscription.paidUntil) return { name: 'free' }
  if (now < subscription.paidUntil)
    return { name: 'premium', invoice: subscription.invoice, until: subscription.paidUntil }
  // No credits are granted for the days of grace.
  return { name: 'premium', invoice: null, until }
}

/** Converts a stored subscription to the form that the contract defines. */
export function toSubscription(
  subscription: StoredSubscription | undefined,
  { now, provider }: { now: Date; provider: 'stripe' | 'sandbox' },
): Subscription {
  const until = subscription ? premiumUntil(subscription) : null
  const hasActiveSubscription = until !== null && until > now
  const plan = hasActiveSubscription ? 'premium' : 'free'
  return {
    hasActiveSubscription,
    plan,
    status: subscription ? toContractStatus(subscription.status) : 'none',
    cancelAtPeriodEnd: subscription !== undefined && isLive(subscription.status) && subscription.cancelAtPeriodEnd,
    currentPeriodEnd: subscription?.paidUntil?.toISOString() ?? null,
    monthlyCredits: monthlyCredits[plan],
    provider,
  }
}
