import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { recordProofs } from '#features/catalogue/server/stored/store-card-facts.ts'
import type { FoundProof } from '#features/proofs/server/store-proofs.ts'
import { resultReadMax } from '#features/results/first-lines-rules.ts'
import { type FoundAnswer, storeResults } from '#features/results/server/store-results.ts'
import type { Tx } from '#platform/database/db.ts'
import { isTextShown } from './run-visibility.ts'

/** How many of the latest runs of a prompt are looked at. */
const readMax = 20

/**
 * Updates which answer in tests may be shown beside each prompt: of the newest run on a public text, the first complete
 * answer, preferably one that passed. Also updates what tests show about the models.
 */
export async function storeTestResults(tx: Tx, promptIds: string[]): Promise<void> {
  await lockPrompts(tx, promptIds)
  const { rows } = await sql<FoundAnswer>`
    select newest.* from unnest(${promptIds}::uuid[]) as requested(id) cross join lateral (
      with recent as materialized (
        select * from test_runs where prompt_id = requested.id
        order by created_at desc, id desc limit ${sql.lit(readMax)}
      )
      select r.prompt_id, 'test' as source, r.id as source_id, r.user_id, a.model,
        left(a.text, ${resultReadMax + 1}) as text, a.answered_at as made_at
      from recent r join test_answers a on a.run_id = r.id
      where ${isTextShown} and a.status = 'done' and a.text <> ''
      order by r.created_at desc, r.id desc, a.passed desc nulls last, a.place limit 1
    ) newest`.execute(tx)
  await storeResults(tx, { promptIds, sources: ['test'] }, rows)
  await recordProofs(tx, { promptIds, source: 'test' }, await findTestProofs(tx, promptIds))
}

/**
 * Finds what the latest runs of each prompt on public texts show about each model: all answers on the current text, or
 * if there are none, those on earlier texts.
 */
async function findTestProofs(tx: Tx, promptIds: string[]): Promise<FoundProof[]> {
  const { rows } = await sql<FoundProof>`
    select found.* from unnest(${promptIds}::uuid[]) as requested(id) cross join lateral (
      with recent as materialized (
        select r.id, r.content = p.content as current from test_runs r join prompts p on p.id = r.prompt_id
        where r.prompt_id = requested.id and ${isTextShown}
        order by r.created_at desc, r.id desc limit ${sql.lit(readMax)}
      )
      select distinct on (a.model) requested.id as prompt_id, a.model, r.current, count(*) filter (where a.passed) as passed,
        count(*) as answered, max(a.answered_at) as made_at
      from recent r join test_answers a on a.run_id = r.id where a.status = 'done'
      group by a.model, r.current order by a.model, r.current desc
    ) found`.execute(tx)
  return rows
}
