import { currentLanguage } from '#lib/language.ts'
/** Premium continues for this many days after the last paid period while its renewal is unpaid. */
export const graceDays = 7
const dayMs = 86_400_000

/** The statuses that the provider gives a subscription. */
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

/** The status in our API for each status of the provider. A subscription that was never paid counts as none. */
const contractStatus: Record<SubscriptionStatus, 'none' | 'active' | 'past_due' | 'canceled'> = {
  incomplete: 'none',
  incomplete_expired: 'none',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'canceled',
  canceled: 'canceled',
}

export function toContractStatus(status: SubscriptionStatus) {
  return contractStatus[status]
}

/** Tells whether a subscription with this status hasn't ended. A user can have only one such subscription. */
export function isLive(status: SubscriptionStatus): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

type SubscriptionState = { status: SubscriptionStatus; cancelAtPeriodEnd: boolean; paidUntil: Date | null }

/**
 * Returns until when a subscription grants Premium, or null if it doesn't. Counts from the last *paid* period, because
 * after a failed renewal the period at the provider has already moved on.
 */
export function premiumUntil({ status, cancelAtPeriodEnd, paidUntil }: SubscriptionState): Date | null {
  if (!paidUntil || !['trialing', 'active', 'past_due'].includes(status)) return null
  return cancelAtPeriodEnd ? paidUntil : new Date(paidUntil.getTime() + graceDays * dayMs)
}

/**
 * The currencies that the provider doesn't count in hundredths (https://docs.stripe.com/currencies). `Intl` has other
 * digits for some, such as none for HUF.
 */
const wholeCurrencies = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const thousandthCurrencies = 'bhd jod kwd omr tnd'.split(' ')

/** Formats an amount that is given in the provider's smallest unit of the currency: 900 and `usd` as `$9.00`. */
export function formatMoney(amount: number, currency: string): string {
  const code = currency.toLowerCase()
  const digits = wholeCurrencies.includes(code) ? 0 : thousandthCurrencies.includes(code) ? 3 : 2
  const units = amount / 10 ** digits
  const fractionDigits = Number.isInteger(units) ? undefined : digits
  return new Intl.NumberFormat(`${currentLanguage().tag}-u-nu-latn`, {
    style: 'currency',
    currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(units)
}

/**
 * The statuses of disputes that have withdrawn the money from the site. Inquiries (`warning_…`) withdraw none, and a
 * dispute that the site wins returns it.
 */
const withdrawnStatuses = new Set([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
])

/** Tells whether a dispute with this status has withdrawn the money. */
export function hasWithdrawnMoney(disputeStatus: string): boolean {
  return withdrawnStatuses.has(disputeStatus)
}

/** Returns how many of an invoice's credits must be taken back if this much of the payment is returned. */
export function countCreditsDue(amountReturned: number, amountPaid: number, credits: number): number {
  return amountPaid <= 0 ? 0 : Math.min(credits, Math.ceil((credits * amountReturned) / amountPaid))
}
