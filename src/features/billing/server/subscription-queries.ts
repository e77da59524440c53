import { sql } from 'kysely'
import { monthlyCredits } from '#features/credits/rules.ts'
import type { Plan } from '#features/credits/server/credit-context.ts'
import type { Db, Tx } from '#server/platform/db.ts'
import type { Subscription } from '../contract.ts'
import { isLive, premiumUntil, type SubscriptionStatus, statusOf } from '../rules.ts'

/** The last that is known of a subscription. `paidUntil`: the end of its last paid period. */
export type KnownSubscription = {
  id: string
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  periodEnd: Date
  paymentMethod: string | null
  paidUntil: Date | null
  /** The paid invoice whose period runs or ran last; null when its money went back. */
  invoice: string | null
}

/** Whose subscription, and the side that counts; where payments are off every side does, for what was paid. */
export type Subscriber = { userId: string; side: string | undefined }

/** A person's subscription: the one that goes on, else the last one; undefined for who never had any. */
export async function findSubscription(
  db: Db | Tx,
  { userId, side }: Subscriber,
): Promise<KnownSubscription | undefined> {
  const { rows } = await sql<KnownSubscription>`
    select s.id, status, cancel_at_period_end, s.period_end,
      payment_method, case when paid.credits_due = 0 then paid.id end as invoice, paid.period_end as "paidUntil"
    from billing_subscriptions s left join lateral (
      select i.id, i.period_end, i.credits_due from billing_invoices i
      where i.user_id = s.user_id and i.subscription_id = s.id and i.status = 'paid'
      order by i.period_end desc limit 1
    ) paid on true
    where s.user_id = ${userId} ${side === undefined ? sql`` : sql`and s.side = ${side}`}
    order by (status in ('canceled', 'incomplete_expired')), s.created_at desc, s.id desc limit 1`.execute(db)
  return rows[0]
}

/** What credits ask when a period begins (the hook `planOf`). */
export async function planOf(tx: Tx, subscriber: Subscriber, now: Date): Promise<Plan> {
  const known = await findSubscription(tx, subscriber)
  const until = known && premiumUntil(known)
  if (!until || until <= now || !known.paidUntil) return { name: 'free' }
  if (now < known.paidUntil) return { name: 'premium', invoice: known.invoice, until: known.paidUntil }
  return { name: 'premium', invoice: null, until }
}

/** The subscription as the contract answers it. */
export function sayStatus(
  known: KnownSubscription | undefined,
  { now, provider }: { now: Date; provider: 'stripe' | 'sandbox' },
): Subscription {
  const until = known ? premiumUntil(known) : null
  const hasActiveSubscription = until !== null && until > now
  const plan = hasActiveSubscription ? 'premium' : 'free'
  return {
    hasActiveSubscription,
    plan,
    status: known ? statusOf(known.status) : 'none',
    cancelAtPeriodEnd: known !== undefined && isLive(known.status) && known.cancelAtPeriodEnd,
    currentPeriodEnd: known?.paidUntil?.toISOString() ?? null,
    monthlyCredits: monthlyCredits[plan],
    provider,
  }
}
