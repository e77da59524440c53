import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Db } from '#platform/db.ts'
import { type TestedPrompt, toTestedPrompt } from './test-run.ts'

/**
 * Returns the original text, test cases, models and prices of a run whose process died, even if any of them have
 * changed since. Doesn't check whether the models are still available, so a question to an unavailable one fails.
 */
export async function readStartedRun(db: Db, runId: string): Promise<{ prompt: TestedPrompt; models: ChosenModel[] }> {
  const { promptId, content, cases } = await db
    .selectFrom('testRuns')
    .select(['promptId', 'content', 'cases'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  // Models are ordered by their first question. The highest price counts, because a failed answer has price 0.
  const rows = await db
    .selectFrom('testAnswers')
    .select((eb) => ['model', 'vendor', eb.fn.max('price').as('price'), eb.fn.min('place').as('first')])
    .where('runId', '=', runId)
    .groupBy(['model', 'vendor'])
    .orderBy('first')
    .execute()
  const models = rows.map(({ model, vendor, price }) => ({ id: model, name: model, vendor, price }))
  return { prompt: toTestedPrompt(promptId, content, cases), models }
}
