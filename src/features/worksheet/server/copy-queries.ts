import { sql } from 'kysely'
import type { Drift } from '#features/catalogue/server/stored/recount-queries.ts'
import type { Db } from '#platform/database/db.ts'

/** The maximum number of differences that are reported. */
const reportedMax = 5

/**
 * Finds prompts whose stored number of copies is smaller than the number of stored rows that were added to it. Rows are
 * stored for only two days, so totals that are too large can't be recognized.
 */
export async function findCopyDrifts(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with counted as (select prompt_id, count(*) as copies from prompt_copies where folded group by prompt_id)
    select concat_ws(' ', 'copies of', p.slug) as what, p.copies as stored, counted.copies as counted
    from counted join prompts p on p.id = counted.prompt_id where p.copies < counted.copies
    order by 1 limit ${sql.lit(reportedMax)}`.execute(db)
  return rows
}
