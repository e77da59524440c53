/** What the sandbox charges, and how each of its test cards behaves. They bear the ids of Stripe's own test cards. */

/** The one thing that can be bought: $9.00 a month. */
export const sandboxPrice = { id: 'price_sandbox_premium', amount: 900, currency: 'usd' } as const

/**
 * `works`: every charge succeeds. `refused`: can't be added at all. `confirm`: the first charge waits until its owner
 * confirms it. `fails`: can be added, then every charge is declined. `disputed`: charged, and disputed at once.
 */
export type CardBehaviour = 'works' | 'refused' | 'confirm' | 'fails' | 'disputed'

export const testCards: Record<string, CardBehaviour> = {
  pm_card_visa: 'works',
  pm_card_mastercard: 'works',
  pm_card_chargeDeclined: 'refused',
  pm_card_authenticationRequired: 'confirm',
  pm_card_chargeCustomerFail: 'fails',
  pm_card_createDispute: 'disputed',
}

/** A renewal that failed is tried again so many days after its period began; after the last the subscription ends. */
export const renewalRetryDays = [1, 3, 5, 7] as const

/** A subscription that nobody confirmed ends after this, in s. */
export const incompleteSeconds = 23 * 3600

/**
 * The time `months` after `anchor` (both in s since 1970, UTC), on the anchor's day of the month or the last one that
 * there is: 31 January, 28 February, 31 March.
 */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const first = new Date(from)
  first.setUTCDate(1)
  first.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return first.getTime() / 1000
}

/** The end of the period of a subscription with this anchor that begins at `start`, both in s. */
export function periodEndAfter(anchor: number, start: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(start * 1000)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return monthsAfter(anchor, months + 1)
}
