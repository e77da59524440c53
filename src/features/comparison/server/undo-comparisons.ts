import { sql } from 'kysely'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { countRoundVotes } from './count-round-votes.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { storeComparisonResults } from './store-comparison-results.ts'

/**
 * How many comparisons, and how many votes, one transaction changes. It also recomputes the tested vendors of their
 * prompts.
 */
const batchRows = 25

/**
 * Unpublishes and stops sharing some comparisons of a banned user, without deleting them, and deletes some of the
 * user's votes on comparisons. Returns whether more comparisons or votes may be left.
 */
export async function undoSomeComparisonsOf(tx: Tx, userId: string): Promise<boolean> {
  const { rows: hiddenRows } = await sql<{ id: string; promptId: string | null }>`
    update comparisons set published_at = null, shared_at = null
    where user_id = ${userId} and id in (
      select id from comparisons
      where user_id = ${userId} and (published_at is not null or shared_at is not null) limit ${batchRows})
    returning id, prompt_id`.execute(tx)
  if (hiddenRows.length > 0)
    await recordContentChange(
      tx,
      hiddenRows.flatMap(({ id, promptId }) => (promptId ? [id, promptId] : [id])),
    )
  const { rows: votedRows } = await sql<{ id: string; promptId: string | null; wasInRound: boolean }>`
    delete from comparison_votes v using comparisons c
    where c.id = v.comparison_id and v.user_id = ${userId} and v.comparison_id in (
      select comparison_id from comparison_votes where user_id = ${userId} limit ${batchRows})
    returning c.id, c.prompt_id, v.shown is not null as was_in_round`.execute(tx)
  await countRoundVotes(
    tx,
    votedRows.filter(({ wasInRound }) => wasInRound).map(({ id }) => id),
  )
  const prompts = new Set([...hiddenRows, ...votedRows].flatMap(({ promptId }) => promptId ?? []))
  for (const promptId of [...prompts].sort()) await recomputeTestedVendors(tx, promptId)
  await storeComparisonResults(tx, [...prompts])
  return hiddenRows.length === batchRows || votedRows.length === batchRows
}
