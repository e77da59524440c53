import { type RawBuilder, sql } from 'kysely'
import { storeComparisonResults } from '#features/comparison/server/store-comparison-results.ts'
import { storeTestResults } from '#features/prompt-tests/server/store-test-results.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'

/** How many prompts one transaction changes. */
const batchSize = 100

/**
 * Stores the results of prompts whose comparisons and tests are older than the table of results, or whose author's
 * takedown was stopped. Does nothing for a prompt that has them.
 */
export async function renewResults(db: Db): Promise<void> {
  const lacks = (sources: RawBuilder<unknown>) => sql`not exists (
    select from results r where r.prompt_id = s.prompt_id and r.source in (${sources}))`
  await renew(
    db,
    storeComparisonResults,
    (last) => sql`
    select distinct s.prompt_id from comparisons s
    where s.published_at is not null and s.prompt_id > ${last} and ${lacks(sql`'comparison', 'pasted'`)}`,
  )
  await renew(
    db,
    storeTestResults,
    (last) => sql`
    select distinct s.prompt_id from test_runs s
    where s.change_request_id is null and s.prompt_id > ${last} and ${lacks(sql`'test'`)}`,
  )
}

type FindDue = (last: string) => RawBuilder<unknown>

async function renew(db: Db, store: (tx: Tx, ids: string[]) => Promise<void>, findDue: FindDue): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ promptId: string }>`${findDue(last)} order by 1 limit ${batchSize}`.execute(db)
      return rows.map(({ promptId }) => promptId)
    },
    handle: (ids) => inTransaction(db, (tx) => store(tx, ids)),
    idOf: (id) => id,
  })
}
