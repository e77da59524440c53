/** Numbers, periods and words of credits that server and browser share. */

export const monthlyCredits = { free: 30, premium: 1000 } as const

/** What one POST /api/user/credits/decrease may take. */
export const decreaseMax = 100
/** What an admin may give at once. */
export const giftMax = 10_000
/** /increase gives back what /decrease took within this time, in ms. */
export const returnWindowMs = 15 * 60_000
/** So many accounts get their first credits from one network on one day. */
export const firstGrantsPerNetwork = 10

export const lotKinds = ['allowance', 'gift', 'purchase', 'refund'] as const
export const ledgerKinds = [...lotKinds, 'spend', 'return', 'expiry'] as const
export type LotKind = (typeof lotKinds)[number]
export type LedgerKind = (typeof ledgerKinds)[number]

/** A share of a lot. In what goes back, `of` is the ledger's number of the spend that it comes from. */
export type Part = { lot: string; amount: number; of?: number }

/** The calendar month (UTC) that `now` lies in: the key of its one free grant, and when it ends. */
export function freePeriodOf(now: Date): { key: string; endsAt: Date } {
  const month = now.toISOString().slice(0, 7)
  return { key: `free:${month}`, endsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) }
}

/** The start of the next day (UTC). */
export function nextDayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

/** The sentence of a spend that is refused, as the contract writes it. */
export function tooFewCredits(needed: number, have: number): string {
  return `You need ${needed} credits but only have ${have}.`
}

/** `1 credit`, else `N credits`. */
export function creditWords(count: number): string {
  return `${count} ${count === 1 ? 'credit' : 'credits'}`
}

/** A spend by its number in the ledger, and the lots that it came from (first spent first). */
export type Spend = { number: number; parts: Part[] }

/**
 * How `amount` goes back: the newest spend first, in each what was spent last first, and only into lots that still count.
 * `spends` are the newest first, `returned` what went back of them before. Null when `amount` is more than can go back.
 */
export function planReturn(
  spends: Spend[],
  returned: Part[],
  liveLots: ReadonlySet<string>,
  amount: number,
): Required<Part>[] | null {
  const back: Required<Part>[] = []
  let missing = amount
  for (const { number, parts } of spends) {
    for (const { lot, amount: spent } of parts.toReversed()) {
      if (!liveLots.has(lot)) continue
      const before = returned.filter((part) => part.of === number && part.lot === lot)
      const taken = Math.min(missing, spent - before.reduce((sum, part) => sum + part.amount, 0))
      if (taken > 0) back.push({ lot, amount: taken, of: number })
      missing -= Math.max(taken, 0)
    }
  }
  return missing === 0 ? back : null
}
