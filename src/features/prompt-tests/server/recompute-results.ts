import { sql } from 'kysely'
import { recordResults } from '#features/catalogue/server/stored/store-card-facts.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { isTextShown } from './run-visibility.ts'
import { storeTestResults } from './store-test-results.ts'

/**
 * Recomputes whether these prompts have public results and which one may be shown beside them, and drops the cached pages that show the results. Ignores
 * prompts that were never tested.
 */
export async function recomputeResults(tx: Tx, promptIds: string[]): Promise<void> {
  const { rows } = await sql<{ promptId: string }>`
    select distinct prompt_id from test_runs where prompt_id = any(${promptIds})`.execute(tx)
  const ids = rows.map(({ promptId }) => promptId)
  if (ids.length === 0) return
  await recordResults(
    tx,
    ids,
    // In this condition, `p` is the prompt.
    sql`exists (
      select from test_runs r join test_answers a on a.run_id = r.id and a.status = 'done'
      where r.prompt_id = p.id and ${isTextShown})`,
  )
  await storeTestResults(tx, ids)
  await recordContentChange(tx, ids)
}
