import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { isMeasured } from './measured-answers.ts'

/** Adds a published comparison to the draw of blind rounds, or removes it if it has fewer than two measured answers. */
export async function enterDraw(tx: Tx, comparisonId: string): Promise<void> {
  await sql`
    update comparisons c set draw_key = case when (
      select count(*) from comparison_answers a where a.user_id = c.user_id and a.comparison_id = c.id and ${isMeasured}
    ) >= 2 then random() end
    where c.id = ${comparisonId} and c.published_at is not null`.execute(tx)
}
