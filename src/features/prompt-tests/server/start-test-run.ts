import { sql } from 'kysely'
import { lockAccount } from '#features/credits/server/lock-account.ts'
import { reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { requireCredits } from '#features/credits/server/take-from-grants.ts'
import { askLimits } from '#features/models/rules.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, refersToDeleted, type Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { networkOf } from '#platform/limits.ts'
import type { StreamRun } from '#platform/work/once-streaming.ts'
import { holdMs, type RunParameters } from '../rules.ts'
import type { RunContext } from './test-context.ts'
import { opKeyOf, questionsOf, runIdIn, type TestedPrompt, type TestQuestion, type TestRunState } from './test-run.ts'

/**
 * What to run. `payer` is null if the site pays. `onlyQuestions` are the questions to ask, by default all.
 */
type RunStart = {
  payer: Member | null
  prompt: TestedPrompt
  models: ChosenModel[]
  onlyQuestions?: TestQuestion[]
  suggestion?: Suggestion
}

/** The id of a suggested edit, and which text a run tests: the prompt's current one or the proposed one. */
export type Suggestion = { id: string; side: 'current' | 'proposed' }

/**
 * Stores a run with all its questions and reserves their prices, in one transaction. If `earlier` has the events of a
 * run whose process died, resumes that run instead. `waiting` are the questions without an outcome. Throws AppError
 * insufficient_credits, rate_limited, not_found (the prompt or the suggested edit was deleted).
 */
export async function startTestRun(
  context: RunContext,
  { payer, prompt, models, onlyQuestions, suggestion }: RunStart,
  { earlier, commit }: Pick<StreamRun, 'earlier' | 'commit'>,
): Promise<{ run: TestRunState; waiting: TestQuestion[] }> {
  const questions = onlyQuestions ?? questionsOf(prompt.cases.length, models)
  const startedId = runIdIn(earlier)
  const id = startedId ?? newId()
  const run = { id, promptId: prompt.promptId, payer, prompt }
  const waiting = startedId ? await withoutOutcome(context.db, id, questions) : questions
  await commit(async (tx) => {
    const price = waiting.reduce((sum, { model }) => sum + model.price, 0)
    if (!startedId) {
      if (payer)
        requireCredits(
          await lockAccount(tx, context.credits, { userId: payer.id, network: networkOf(payer.address) }),
          price,
        )
      await storeRun(tx, run, { questions, suggestion, now: context.now() }).catch(refuseDeleted)
    }
    if (payer) await reservePrices(tx, context, { run, payer, waiting })
    return startedId ? [] : [{ event: 'start', data: { runId: id, answers: questions.length, price } }]
  })
  return { run, waiting }
}

/** Throws AppError not_found if the run can't be stored because its prompt or suggested edit was deleted. */
function refuseDeleted(error: unknown): never {
  if (refersToDeleted(error, 'test_runs_change_request_id_fkey')) throw notFound(t('This suggested edit'))
  if (refersToDeleted(error, 'test_runs_prompt_id_fkey')) throw notFound(t('This prompt'))
  throw error
}

/** Returns the questions of a resumed run that have no outcome yet. */
async function withoutOutcome(db: Db, runId: string, questions: TestQuestion[]): Promise<TestQuestion[]> {
  const rows = await db
    .selectFrom('testAnswers')
    .select('place')
    .where('runId', '=', runId)
    .where('status', '=', 'running')
    .execute()
  const places = new Set(rows.map(({ place }) => place))
  return questions.filter(({ place }) => places.has(place))
}

async function storeRun(
  tx: Tx,
  { id, payer, prompt }: TestRunState,
  { questions, suggestion, now }: { questions: TestQuestion[]; suggestion?: Suggestion; now: Date },
) {
  const parameters: RunParameters = { outputTokensMax: askLimits.outputTokensMax }
  await tx
    .insertInto('testRuns')
    .values({
      id,
      promptId: prompt.promptId,
      userId: payer?.id ?? null,
      bySite: payer === null,
      content: prompt.content,
      cases: JSON.stringify(prompt.cases),
      basis: prompt.basis,
      parameters: JSON.stringify(parameters),
      createdAt: now,
      changeRequestId: suggestion?.id ?? null,
      side: suggestion?.side ?? null,
    })
    .execute()
  const rows = questions.map(({ place, casePlace, round, model }) => ({
    place,
    case_place: casePlace,
    round,
    model: model.id,
    vendor: model.vendor,
    // Only answers with a member's own key are free.
    own_key: model.price === 0,
    price: payer ? model.price : 0,
  }))
  await sql`
    insert into test_answers (run_id, place, case_place, round, model, vendor, own_key, price, status)
    select ${id}::uuid, place, case_place, round, model, vendor, own_key, price, 'running'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as q(place smallint, case_place smallint, round smallint, model text, vendor text, own_key boolean, price integer)`.execute(
    tx,
  )
}

/** Reserves the prices of the waiting questions. For a resumed run, reserves only those that aren't reserved yet. */
async function reservePrices(
  tx: Tx,
  { credits, now }: RunContext,
  { run, payer, waiting }: { run: TestRunState; payer: Member; waiting: TestQuestion[] },
): Promise<void> {
  const expiresAt = new Date(now().getTime() + holdMs)
  for (const { place, model } of waiting) {
    if (model.price === 0) continue
    await reserveCredits(tx, credits, {
      userId: payer.id,
      network: networkOf(payer.address),
      amount: model.price,
      opKey: opKeyOf(run.id, place),
      reason: `Test, ${model.name}`,
      expiresAt,
      token: payer.token,
    })
  }
}
