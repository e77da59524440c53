import { plural, storedText, t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'

/** How many credits each plan gets per month. */
export const monthlyCredits = { free: 30, premium: 1000 } as const

/** The maximum number of credits that one POST /api/user/credits/decrease may spend. */
export const decreaseMax = 100
/** The maximum number of credits that an admin may give at once. */
export const giftMax = 10_000
/** POST /api/user/credits/increase can return credits that /decrease took within this time, in ms. */
export const returnWindowMs = 15 * 60_000
/** The maximum number of accounts per network that can get their first credits on the same day. */
export const firstGrantsPerNetwork = 10

export const grantKinds = ['allowance', 'gift', 'purchase', 'refund'] as const
export const ledgerKinds = [...grantKinds, 'spend', 'return', 'expiry'] as const
export type GrantKind = (typeof grantKinds)[number]
export type LedgerKind = (typeof ledgerKinds)[number]

/**
 * Credits of one grant. `lot` is the grant's id, under the name that ledger entries store. Only the parts of a return
 * have `of`, the ledger number of the spend that the return undoes.
 */
export type Part = { lot: string; amount: number; of?: number }

/** Returns the calendar month (UTC) of `now`: the `sourceKey` of its free allowance, and when the month ends. */
export function freePeriodOf(now: Date): { key: string; endsAt: Date } {
  const month = cutText(now.toISOString(), 7)
  return { key: `free:${month}`, endsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) }
}

/** Returns the start of the next day (UTC). */
export function nextDayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

/** Returns the message of a refused spend. Its wording is part of the API, so it says “credits” even for one. */
export function insufficientCreditsMessage(needed: number, available: number): string {
  return t('You need {needed} credits but only have {available}.', { needed, available })
}

/** The ledger's reason for an allowance that ended early, because the allowance of a paid invoice replaced it. */
export const replacedReason = storedText('Replaced by the new allowance')

/** Returns `1 credit`, `30 credits` or `1,000 credits`. */
export function formatCredits(count: number): string {
  return plural(count, '{count} credit', '{count} credits')
}

/** A spend: its ledger number, and the parts of grants that it took, in order. */
export type Spend = { number: number; parts: Part[] }

/**
 * Plans how to return `amount`: from the newest spend first, within a spend to the last grant first, and only to grants
 * that are still valid. `spends` are sorted newest first, and `returned` are the parts returned so far. Returns null if
 * `amount` is more than can be returned.
 */
export function planReturn(
  spends: Spend[],
  returned: Part[],
  validGrants: ReadonlySet<string>,
  amount: number,
): Required<Part>[] | null {
  const plan: Required<Part>[] = []
  let remaining = amount
  for (const { number, parts } of spends) {
    for (const { lot, amount: spent } of parts.toReversed()) {
      if (!validGrants.has(lot)) continue
      const before = returned.filter((part) => part.of === number && part.lot === lot)
      const returnable = Math.min(remaining, spent - before.reduce((sum, part) => sum + part.amount, 0))
      if (returnable > 0) plan.push({ lot, amount: returnable, of: number })
      remaining -= Math.max(returnable, 0)
    }
  }
  return remaining === 0 ? plan : null
}
