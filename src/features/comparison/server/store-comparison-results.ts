import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { recordProofs } from '#features/catalogue/server/stored/store-card-facts.ts'
import type { FoundProof } from '#features/proofs/server/store-proofs.ts'
import { resultReadMax } from '#features/results/first-lines-rules.ts'
import { type FoundAnswer, storeResults } from '#features/results/server/store-results.ts'
import type { Tx } from '#platform/database/db.ts'
import { isRateable } from './rateable-answers.ts'

/** How many of the latest published comparisons of a prompt are looked at. */
const readMax = 20

/**
 * Updates which answers in published comparisons may be shown beside each prompt: one by a model, and one that was
 * pasted. Also updates which models the comparisons show it to work on. Only complete answers to a public text count.
 */
export async function storeComparisonResults(tx: Tx, promptIds: string[]): Promise<void> {
  const newest = (source: 'comparison' | 'pasted') => sql`
    select c.prompt_id, ${sql.lit(source)} as source, c.id as source_id, c.user_id, a.model,
      left(a.text, ${resultReadMax + 1}) as text, coalesce(a.answered_at, c.created_at) as made_at
    from recent c join prompts p on p.id = c.prompt_id
    join comparison_answers a on a.user_id = c.user_id and a.comparison_id = c.id
    where c.prompt_id = requested.id and ${isTextPublic(sql`c.content`)} and a.text <> '' and ${
      source === 'pasted' ? sql`a.pasted and a.status = 'done'` : isRateable
    }
    order by c.published_at desc, c.id desc, a.place limit 1`
  await lockPrompts(tx, promptIds)
  const { rows } = await sql<FoundAnswer>`
    select found.* from unnest(${promptIds}::uuid[]) as requested(id) cross join lateral (
      with recent as materialized (
        select * from comparisons where prompt_id = requested.id and published_at is not null
        order by published_at desc, id desc limit ${sql.lit(readMax)}
      ) (${newest('comparison')}) union all (${newest('pasted')})
    ) found`.execute(tx)
  await storeResults(tx, { promptIds, sources: ['comparison', 'pasted'] }, rows)
  await recordProofs(tx, { promptIds, source: 'comparison' }, await findComparisonProofs(tx, promptIds))
}

/** Finds each model's newest complete answer in these comparisons, preferably one to the current text. */
async function findComparisonProofs(tx: Tx, promptIds: string[]): Promise<FoundProof[]> {
  const { rows } = await sql<FoundProof>`
    select found.* from unnest(${promptIds}::uuid[]) as requested(id) cross join lateral (
      with recent as materialized (
        select * from comparisons where prompt_id = requested.id and published_at is not null
        order by published_at desc, id desc limit ${sql.lit(readMax)}
      )
      select distinct on (a.model) c.prompt_id, a.model, c.content = p.content as current, 1 as passed, 1 as answered,
        coalesce(a.answered_at, c.created_at) as made_at
      from recent c join prompts p on p.id = c.prompt_id
      join comparison_answers a on a.user_id = c.user_id and a.comparison_id = c.id
      where ${isTextPublic(sql`c.content`)} and a.text <> '' and ${isRateable}
      order by a.model, current desc, made_at desc
    ) found`.execute(tx)
  return rows
}
