import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { recomputeProof } from '#features/catalogue/server/stored/store-card-facts.ts'
import { storeReportProofs } from '#features/comments/server/store-report-proofs.ts'
import { storeComparisonResults } from '#features/comparison/server/store-comparison-results.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { storeTestResults } from './store-test-results.ts'

/** How many prompts one transaction updates. */
const batchSize = 50

/** Adds the proofs of prompts that were tested, compared or reported to work before proofs were stored. */
export async function addMissingProofs(db: Db): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select p.id from prompts p where p.id > ${last} and ${isPublished} and (p.has_results or p.tested_with <> '{}'
          or exists (select from comment_threads t join comments c on c.thread_id = t.id
            where t.prompt_id = p.id and c.outcome is not null and c.state = 'shown'))
          and not exists (select from proofs f where f.prompt_id = p.id)
        order by p.id limit ${batchSize}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: (ids) =>
      inTransaction(db, async (tx) => {
        await storeTestResults(tx, ids)
        await storeComparisonResults(tx, ids)
        await storeReportProofs(tx, ids)
      }),
    idOf: (id) => id,
  })
}

/** Recomputes the best proof of each prompt that a model gave a proof of, after the model has ended or come back. */
export async function regradeProofs(db: Db, model: string): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select distinct f.prompt_id as id from proofs f where f.model = ${model} and f.prompt_id > ${last}
        order by 1 limit ${batchSize}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: (ids) =>
      inTransaction(db, async (tx) => {
        await lockPrompts(tx, ids)
        await recomputeProof(tx, ids)
      }),
    idOf: (id) => id,
  })
}
