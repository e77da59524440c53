import { sql } from 'kysely'
import type { Drift } from '#features/catalogue/server/stored/recount-queries.ts'
import type { Db } from '#platform/database/db.ts'

/** What a stored total counts: a member's comparisons, or those published on a prompt. */
export type CountedScope = 'own' | 'published'

/** Reads a stored total, which triggers keep up to date (db/migrations/0138_comparison_counts.sql). */
export async function readComparisonCount(db: Db, scope: CountedScope, key: string): Promise<number> {
  const row = await db
    .selectFrom('comparisonCounts')
    .select('comparisons')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.comparisons ?? 0
}

/** The condition that a prompt (`p`) has published comparisons. */
export const hasComparisons = sql<boolean>`exists (
  select from comparison_counts k where k.scope = 'published' and k.key = p.id)`

/** The maximum number of differences that are reported. */
const driftsMax = 5

/** Recounts the comparisons, and returns the stored totals that differ. */
export async function findComparisonDrifts(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with counted as (
      select 'own' as scope, user_id as key, count(*) as comparisons from comparisons group by user_id
      union all select 'published', prompt_id, count(*) from comparisons
        where published_at is not null and prompt_id is not null group by prompt_id
    )
    select concat_ws(' ', scope, 'comparisons of', key) as what,
      coalesce(k.comparisons, 0) as stored, coalesce(counted.comparisons, 0) as counted
    from comparison_counts k full join counted using (scope, key)
    where coalesce(k.comparisons, 0) <> coalesce(counted.comparisons, 0) order by 1 limit ${sql.lit(driftsMax)}`.execute(
    db,
  )
  return rows
}
