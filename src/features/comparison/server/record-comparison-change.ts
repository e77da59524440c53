import { sql } from 'kysely'
import { recordContentChange } from '#server/platform/content-changes.ts'
import type { Tx } from '#server/platform/db.ts'
import { enterDraw } from './enter-draw.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'

/**
 * Records a change to a comparison, so that the cached pages that show it are dropped: its own page, its prompt's page,
 * and pages of collections.
 */
export async function recordComparisonChange(tx: Tx, id: string, promptId: string | null): Promise<void> {
  await recordContentChange(tx, promptId ? [id, promptId] : [id])
}

type ComparisonKey = { userId: string; id: string }

/**
 * Writes an answer of a comparison, which may be published while models are still answering. If others can see the
 * comparison, drops cached pages. If it is published, also updates the prompt's tested vendors and the draw of blind
 * rounds. Locks the comparison first, so that it is published either before or after the answer.
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
  await enterDraw(tx, id)
  if (comparison.promptId) await recomputeTestedVendors(tx, comparison.promptId)
}
