/** The price of the only product, Premium, which is $9.00 a month. `amount` is in cents. */
export const sandboxPrice = { id: 'price_sandbox_premium', amount: 900, currency: 'usd' } as const

/**
 * How a test card behaves. `works`: every charge succeeds. `refused`: it can't be added. `confirm`: the first charge has
 * to be confirmed. `fails`: it can be added, but every charge is declined. `disputed`: it is charged, and the charge is
 * disputed immediately.
 */
export type CardBehavior = 'works' | 'refused' | 'confirm' | 'fails' | 'disputed'

/** How the test cards behave, by Stripe's ids for them. */
export const testCards: Record<string, CardBehavior> = {
  pm_card_visa: 'works',
  pm_card_mastercard: 'works',
  pm_card_chargeDeclined: 'refused',
  pm_card_authenticationRequired: 'confirm',
  pm_card_chargeCustomerFail: 'fails',
  pm_card_createDispute: 'disputed',
}

/**
 * When a failed renewal is retried, in days after the unpaid period began. If the last retry fails, the subscription
 * ends.
 */
export const renewalRetryDays = [1, 3, 5, 7] as const

/** A subscription whose first payment hasn't succeeded ends after this time, in s. */
export const incompleteSeconds = 23 * 3600

/**
 * Returns the time `months` months after `anchor`. Times are in s since 1970 (UTC). The result is on the anchor's day of
 * the month, or on the last day if the month is shorter: January 31, February 28, March 31.
 */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const result = new Date(from)
  result.setUTCDate(1)
  result.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return result.getTime() / 1000
}

/**
 * Returns the end of the period that begins at `start`. `anchor` is when the subscription's first period began. All
 * times are in s.
 */
export function periodEndAfter(anchor: number, start: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(start * 1000)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return monthsAfter(anchor, months + 1)
}
