import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { isRateable } from './rateable-answers.ts'

/**
 * Makes a published comparison available for blind rounds, or unavailable if it has fewer than two rateable answers:
 * complete ones by language models, not pasted.
 */
export async function updateBlindRoundEligibility(tx: Tx, comparisonId: string): Promise<void> {
  await sql`
    update comparisons c set draw_key = case when (
      select count(*) from comparison_answers a where a.user_id = c.user_id and a.comparison_id = c.id and ${isRateable}
    ) >= 2 then random() end
    where c.id = ${comparisonId} and c.published_at is not null`.execute(tx)
}
