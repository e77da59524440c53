import { sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { Tx } from '#server/platform/db.ts'
import { recordContentChange } from './content-changes.ts'

/** Whose models a prompt was measured with, and whose it works best with, as comparisons found. */
export type Tests = { testedWith: AiVendor[]; worksBestWith: AiVendor | null }

/**
 * Stores what `find` finds of a prompt, which is locked first, so that of two at once the later one finds both. Pages that
 * show the prompt are renewed; saying it twice changes nothing.
 */
export async function recordTests(tx: Tx, promptId: string, find: () => Promise<Tests>): Promise<void> {
  await sql`select from prompts where id = ${promptId} for no key update`.execute(tx)
  const { testedWith, worksBestWith } = await find()
  const { rows } = await sql`
    update prompts set tested_with = ${testedWith}, works_best_with = ${worksBestWith}
    where id = ${promptId}
      and (tested_with, works_best_with) is distinct from (${testedWith}::text[], ${worksBestWith}::text)
    returning id`.execute(tx)
  if (rows.length > 0) await recordContentChange(tx, [promptId])
}
