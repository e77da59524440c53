import type { Tx } from '#server/platform/db.ts'

/**
 * What a person pays for. `invoice` is the paid invoice whose period runs: its allowance is granted once. Null in the
 * days of grace after an unpaid one: nothing new comes. `until`: when to ask again (the period's or the grace's end).
 */
export type Plan = { name: 'free' } | { name: 'premium'; invoice: string | null; until: Date }

/** What credits need of others; the composition root fills it. */
export type CreditContext = {
  now: () => Date
  /** Asked when a period begins; billing answers. */
  planOf: (tx: Tx, userId: string) => Promise<Plan>
  /** Whether first grants are counted per network (rules.ts, `firstGrantsPerNetwork`). */
  capFirstGrants: boolean
}

/** Everybody has the free plan: what there is before billing. */
export const everybodyFree: CreditContext['planOf'] = async () => ({ name: 'free' })
