import type { Db } from '#platform/database/db.ts'
import { type Batcher, createBatcher } from '#platform/work/batcher.ts'
import type { CreditContext } from './credit-context.ts'
import { type BatchedSpend, spendInBatch } from './spend-credits.ts'

/** The maximum number of spends in one statement. Each spend is by a different user. */
const batchMax = 100

/**
 * Creates a function that spends credits. It combines the spends of several users into one statement, which also stores
 * the responses to requests with an Idempotency-Key. The function returns the credits that the user can spend
 * afterwards, or null if the spend was skipped and `spendCredits` has to make or refuse it.
 */
export function createSpendBatcher(db: Db, context: CreditContext): Batcher<BatchedSpend, number> {
  return createBatcher({
    keyOf: ({ userId }) => userId,
    run: (spends) => spendInBatch(db, context.now(), spends),
    max: batchMax,
  })
}
