import { sql } from 'kysely'
import { measurementsOf } from '#features/models/server/answer-outcome.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import { siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { recomputeTestedVendors } from './recompute-tested-vendors.ts'
import { recordComparisonChange } from './record-comparison-change.ts'
import { storeComparisonResults } from './store-comparison-results.ts'

/** A complete answer to a prompt's text, for which the site paid. `values` are those of the blanks. */
type SiteAnswer = {
  promptId: string
  content: string
  values: Record<string, string>
  model: ChosenModel
  answer: Answer
  now: Date
}

/**
 * Publishes an answer on the prompt's page, as a comparison of one model that belongs to the site. Returns its id. No
 * credits are charged; the stored price is what an answer of the model costs a member.
 */
export async function addSiteComparison(
  tx: Tx,
  { promptId, content, values, model, answer, now }: SiteAnswer,
): Promise<string> {
  const key = { userId: siteAccountId, comparisonId: newId() }
  await sql`
    insert into comparisons (user_id, id, prompt_id, from_prompt, content, variables, blind, created_at, published_at)
    values (${key.userId}, ${key.comparisonId}, ${promptId}, true, ${content}, ${JSON.stringify(values)}::jsonb,
      false, ${now}, ${now})`.execute(tx)
  await tx
    .insertInto('comparisonAnswers')
    .values({
      ...key,
      place: 0,
      model: model.id,
      vendor: model.vendor,
      ...measurementsOf(answer, now),
      status: 'done',
      cut: answer.ending.kind === 'done' && answer.ending.cut,
      price: model.price,
    })
    .execute()
  await recordComparisonChange(tx, key.comparisonId, promptId)
  await recomputeTestedVendors(tx, promptId)
  await storeComparisonResults(tx, [promptId])
  return key.comparisonId
}
