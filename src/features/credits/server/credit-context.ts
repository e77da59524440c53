import type { Tx } from '#platform/database/db.ts'

/**
 * A user's plan. `invoice` is the paid invoice of the current period, whose allowance is granted once. It is null in
 * the days of grace, which bring no credits. At `until`, the period or the days of grace end, and the plan must be read
 * again.
 */
export type Plan = { name: 'free' } | { name: 'premium'; invoice: string | null; until: Date }

/** What this feature needs from other features. The composition root provides it. */
export type CreditContext = {
  now: () => Date
  /** Returns the user's plan. The billing feature implements it. */
  planOf: (tx: Tx, userId: string) => Promise<Plan>
  /** Whether to limit how many accounts of one network get their first credits per day (`firstGrantsPerNetwork`). */
  limitsFirstGrants: boolean
}

/** A `planOf` for tests and benchmarks without billing: everybody has the free plan. */
export const freePlanForAll: CreditContext['planOf'] = async () => ({ name: 'free' })
