/** Plans, dates and words of subscriptions that server and browser share (contract "Subscription"). */

/** Premium goes on for so many days after the last paid period while its renewal is not paid. */
export const graceDays = 7
const dayMs = 86_400_000

/** The provider's word for where a subscription is. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** What the contract says of it. Who never paid has none. */
const said: Record<SubscriptionStatus, 'none' | 'active' | 'past_due' | 'canceled'> = {
  incomplete: 'none',
  incomplete_expired: 'none',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'canceled',
  canceled: 'canceled',
}

export function statusOf(status: SubscriptionStatus) {
  return said[status]
}

/** Whether a subscription of this status goes on, so that there can be no second one. */
export function isLive(status: SubscriptionStatus): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

type Known = { status: SubscriptionStatus; cancelAtPeriodEnd: boolean; paidUntil: Date | null }

/**
 * Until when a subscription gives Premium; null when it doesn't. What counts is the last *paid* period: at a failed
 * renewal the provider's own period has moved on already.
 */
export function premiumUntil({ status, cancelAtPeriodEnd, paidUntil }: Known): Date | null {
  if (!paidUntil || !['trialing', 'active', 'past_due'].includes(status)) return null
  return cancelAtPeriodEnd ? paidUntil : new Date(paidUntil.getTime() + graceDays * dayMs)
}

/** `$9.00`, of an amount in the currency's smallest unit. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** Where a dispute is while its money is with the payer. Inquiries (`warning_…`) take none, a dispute that is won gives it back. */
const withdrawn = new Set(['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review'])

/** Whether a dispute's money is gone, by the provider's word for where the dispute is. */
export function isWithdrawn(dispute: string): boolean {
  return withdrawn.has(dispute)
}

/** The credits of an invoice that go when this much of what was paid goes back. */
export function creditsFor(returned: number, paid: number, credits: number): number {
  return paid <= 0 ? 0 : Math.min(credits, Math.ceil((credits * returned) / paid))
}
