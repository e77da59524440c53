import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Db } from '#server/platform/db.ts'
import { type Tested, testedText } from './test-run.ts'

/**
 * What a run (id) whose process died began with: its text and cases, whatever they are by now, and its models at their prices.
 * Models aren't chosen again: whether one is available now shows when it is asked.
 */
export async function readBegunRun(db: Db, runId: string): Promise<{ tested: Tested; models: ChosenModel[] }> {
  const { promptId, content, cases } = await db
    .selectFrom('testRuns')
    .select(['promptId', 'content', 'cases'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  // The first questions went to each model in turn. An answer that failed no longer has a price.
  const rows = await db
    .selectFrom('testAnswers')
    .select((is) => ['model', 'vendor', is.fn.max('price').as('price'), is.fn.min('place').as('first')])
    .where('runId', '=', runId)
    .groupBy(['model', 'vendor'])
    .orderBy('first')
    .execute()
  const models = rows.map(({ model, vendor, price }) => ({ id: model, name: model, vendor, price }))
  return { tested: testedText(promptId, content, cases), models }
}
