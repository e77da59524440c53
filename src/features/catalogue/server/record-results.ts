import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { allFilters, filtersOfText } from './prompt-filters.ts'

/**
 * Locks prompts by id, and stores for each whether it has public test results, that is, whether the condition
 * `hasResults` (over prompts as `p`) is met. Because of the lock, the later of two concurrent calls sees the results
 * that led to either call. A repeated call changes nothing.
 */
export async function recordResults(tx: Tx, ids: string[], hasResults: RawBuilder<boolean>): Promise<void> {
  await sql`select from prompts where id = any(${ids}) order by id for no key update`.execute(tx)
  await sql`
    update prompts p set has_results = found.result,
      filters = ${allFilters(filtersOfText, { testedWith: sql`tested_with`, hasResults: sql`found.result` })}
    from (select p.id, ${hasResults} as result from prompts p where p.id = any(${ids})) found
    where p.id = found.id and p.has_results <> found.result`.execute(tx)
}
