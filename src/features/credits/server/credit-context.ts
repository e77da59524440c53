import type { Tx } from '#server/platform/db.ts'

/**
 * A user's plan. `invoice`: the paid invoice of the current period, whose allowance is granted once; null in the days
 * of grace, which bring no credits. `until`: when the period or the days of grace end, and the plan must be read again.
 */
export type Plan = { name: 'free' } | { name: 'premium'; invoice: string | null; until: Date }

/** What credits need from other features. The composition root provides it. */
export type CreditContext = {
  now: () => Date
  /** Returns the user's plan. Implemented by billing. */
  planOf: (tx: Tx, userId: string) => Promise<Plan>
  /** Whether to limit first grants per network (rules.ts, `firstGrantsPerNetwork`). */
  capFirstGrants: boolean
}

/** A plan source without billing: everybody has the free plan. */
export const freePlanForAll: CreditContext['planOf'] = async () => ({ name: 'free' })
