/** The price of the only product, Premium: $9.00 a month. `amount` is in cents. */
export const sandboxPrice = { id: 'price_sandbox_premium', amount: 900, currency: 'usd' } as const

/**
 * `works`: every charge succeeds. `refused`: can't be added. `confirm`: the first charge waits for a confirmation.
 * `fails`: can be added, but every charge is declined. `disputed`: is charged, then immediately disputed.
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

/** A failed renewal is retried this many days after its period began. After the last retry the subscription ends. */
export const renewalRetryDays = [1, 3, 5, 7] as const

/** An unconfirmed subscription ends after this time, in s. */
export const incompleteSeconds = 23 * 3600

/**
 * The time `months` after `anchor` (both in s since 1970, UTC), on the anchor's day of the month, or the last day if
 * the month is shorter: 31 January, 28 February, 31 March.
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

/** The end of the period that begins at `start`. `anchor`: when the subscription's first period began. All in s. */
export function periodEndAfter(anchor: number, start: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(start * 1000)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return monthsAfter(anchor, months + 1)
}
