import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Recounts these comparisons' votes from blind rounds, in which `shown` has the two models of the round. Rounds are
 * drawn from the comparisons with the fewest such votes.
 */
export async function countRoundVotes(tx: Tx, comparisonIds: string[]): Promise<void> {
  if (comparisonIds.length === 0) return
  // The rows are locked before the votes are read, so that concurrent votes are all counted.
  await sql`select from comparisons where id = any(${comparisonIds}::uuid[]) order by id for update`.execute(tx)
  await sql`
    update comparisons c set round_votes = (
      select count(*) from comparison_votes v where v.comparison_id = c.id and v.shown is not null)
    where c.id = any(${comparisonIds}::uuid[])`.execute(tx)
}
