import { addCopies, subtractCopies } from '#features/catalogue/server/change-copies.ts'
import { trendingScoreOf } from '#features/catalogue/trending-rules.ts'
import type { Tx } from '#platform/database/db.ts'

type PromptCopies = { promptId: string; count: number }

/** Adds copies for a demonstration, and records them for `removeDemoCopies`. */
export async function addDemoCopies(tx: Tx, added: PromptCopies[], now: Date): Promise<void> {
  await addCopies(
    tx,
    added.map(({ promptId, count }) => ({ promptId, copies: count, score: trendingScoreOf(count, now) })),
    now,
  )
  await tx
    .insertInto('demoCopies')
    .values(added.map(({ promptId, count }) => ({ promptId, copies: count, copiedAt: now })))
    .execute()
}

/** Removes all demo copies from totals and trending scores. Real copies stay. Returns how many it removed. */
export async function removeDemoCopies(tx: Tx, now: Date): Promise<number> {
  const removed = await tx.deleteFrom('demoCopies').returning(['promptId', 'copies', 'copiedAt']).execute()
  await subtractCopies(tx, removed, now)
  return removed.reduce((sum, { copies }) => sum + copies, 0)
}
