import { sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { getOwnComparisonOrThrow } from './comparison-queries.ts'
import { countRoundVotes } from './count-round-votes.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { recordComparisonChange } from './record-comparison-change.ts'
import { storeComparisonResults } from './store-comparison-results.ts'

/** Deletes a member's own comparison and the votes on it. Throws AppError not_found. */
export async function deleteComparison(db: Db, member: Member, id: string): Promise<void> {
  const row = await getOwnComparisonOrThrow(db, member, id)
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('comparisonVotes').where('comparisonId', '=', id).execute()
    await tx.deleteFrom('comparisons').where('userId', '=', member.id).where('id', '=', id).execute()
    await recordComparisonChange(tx, id, row.promptId)
    if (!row.promptId) return
    await recomputeTestedVendors(tx, row.promptId)
    await storeComparisonResults(tx, [row.promptId])
  })
}

/**
 * When an account is deleted, deletes the user's comparisons, with everybody's votes on them, and the user's own votes,
 * blind rounds and attention checks.
 */
export async function eraseComparisons(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.selectFrom('comparisons').select(['id', 'promptId']).where('userId', '=', userId).execute()
  const ids = rows.map(({ id }) => id)
  await recordContentChange(
    tx,
    rows.flatMap(({ id, promptId }) => (promptId ? [id, promptId] : [id])),
  )
  if (ids.length > 0) await tx.deleteFrom('comparisonVotes').where(sql<boolean>`comparison_id = any(${ids})`).execute()
  const votedRows = await tx
    .selectFrom('comparisonVotes as v')
    .innerJoin('comparisons as c', 'c.id', 'v.comparisonId')
    .select(['c.id', 'c.promptId', 'v.shown'])
    .where('v.userId', '=', userId)
    .execute()
  await tx.deleteFrom('comparisonVotes').where('userId', '=', userId).execute()
  await tx.deleteFrom('blindRounds').where('userId', '=', userId).execute()
  await tx.deleteFrom('attentionChecks').where('userId', '=', userId).execute()
  await tx.deleteFrom('comparisons').where('userId', '=', userId).execute()
  // Only votes in blind rounds have `shown`.
  await countRoundVotes(
    tx,
    votedRows.filter(({ shown }) => shown !== null).map(({ id }) => id),
  )
  const promptIds = new Set([...rows, ...votedRows].flatMap(({ promptId }) => promptId ?? []))
  for (const promptId of [...promptIds].sort()) await recomputeTestedVendors(tx, promptId)
  await storeComparisonResults(tx, [...promptIds])
}
