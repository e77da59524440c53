import { sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import { recordContentChange } from '#platform/content-changes.ts'
import type { Tx } from '#platform/db.ts'
import { allFilters, filtersOfText } from './prompt-filters.ts'

/** The vendors whose models a prompt was tested with in comparisons, and the vendor that it works best with. */
export type TestedVendors = { testedWith: AiVendor[]; worksBestWith: AiVendor | null }

/**
 * Locks a prompt and stores what `find` returns. Because of the lock, `find` of the later of two concurrent calls sees
 * the comparisons that led to either call. Invalidates pages that show the prompt. A repeated call changes nothing.
 */
export async function recordTestedVendors(tx: Tx, promptId: string, find: () => Promise<TestedVendors>): Promise<void> {
  await sql`select from prompts where id = ${promptId} for no key update`.execute(tx)
  const { testedWith, worksBestWith } = await find()
  const { rows } = await sql`
    update prompts set tested_with = ${testedWith}, works_best_with = ${worksBestWith},
      filters = ${allFilters(filtersOfText, { testedWith: sql`${testedWith}::text[]`, hasResults: sql`has_results` })}
    where id = ${promptId}
      and (tested_with, works_best_with) is distinct from (${testedWith}::text[], ${worksBestWith}::text)
    returning id`.execute(tx)
  if (rows.length > 0) await recordContentChange(tx, [promptId])
}
