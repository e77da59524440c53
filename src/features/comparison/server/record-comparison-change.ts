import { sql } from 'kysely'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { storeComparisonResults } from './store-comparison-results.ts'
import { updateBlindRoundEligibility } from './update-blind-round-eligibility.ts'

/**
 * Records a change to a comparison, so that the cached pages that show the comparison are dropped: its own page, its
 * prompt's page, and pages of collections.
 */
export async function recordComparisonChange(tx: Tx, id: string, promptId: string | null): Promise<void> {
  await recordContentChange(tx, promptId ? [id, promptId] : [id])
}

type ComparisonKey = { userId: string; id: string }

/**
 * Calls `write`, which writes an answer of a comparison. If others can already see the comparison, drops cached pages.
 * If it is published, also updates the prompt's tested vendors and result, and whether blind rounds can be drawn from it. Locks the
 * comparison first, so that it isn't published at the same time.
 */
export async function writeAnswer(tx: Tx, { userId, id }: ComparisonKey, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ promptId: string | null; isPublished: boolean; isShared: boolean }>`
    select prompt_id, published_at is not null as is_published, shared_at is not null as is_shared
    from comparisons where user_id = ${userId} and id = ${id} for no key update`.execute(tx)
  await write()
  const [comparison] = rows
  if (!comparison || !(comparison.isPublished || comparison.isShared)) return
  await recordComparisonChange(tx, id, comparison.promptId)
  if (!comparison.isPublished) return
  await updateBlindRoundEligibility(tx, id)
  if (!comparison.promptId) return
  await recomputeTestedVendors(tx, comparison.promptId)
  await storeComparisonResults(tx, [comparison.promptId])
}
