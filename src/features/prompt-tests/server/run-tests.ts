import { sql } from 'kysely'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isInOwnGroupOf, isOwnOf } from '#features/catalogue/server/prompt-visibility.ts'
import { readCredits } from '#features/credits/server/credit-queries.ts'
import type { OwnKeys } from '#features/models/contract.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import { runOnceStreaming, type StreamRun } from '#platform/work/once-streaming.ts'
import { createWorkQueue } from '#platform/work/work-queue.ts'
import type { TestRunInput } from '../contract.ts'
import { runStartLimit } from '../rules.ts'
import { askTestQuestion } from './ask-test-question.ts'
import { readAcceptedCases } from './case-queries.ts'
import { recomputeResults } from './recompute-results.ts'
import { type Suggestion, startTestRun } from './start-test-run.ts'
import type { RunContext, TestContext } from './test-context.ts'
import { runIdIn, type TestedPrompt, type TestQuestion, type TestRunState, toTestedPrompt } from './test-run.ts'

/** How many questions a run asks one model at the same time. The limit leaves room for other runs. */
const concurrentQuestions = 2

/**
 * A member's request for a run. `id` is the prompt's id or slug, `key` the Idempotency-Key, and `path` the request's
 * path. `disconnectSignal` is aborted when the member closes the stream of events.
 */
export type TestRunRequest = {
  id: string
  key: string | undefined
  path: string
  input: TestRunInput
  disconnectSignal: AbortSignal
}

/**
 * Runs all test cases of a prompt (id or slug) on each chosen model, and returns the events of the run. Throws if the
 * run fails before its first event; failures after that are sent as events. Only the prompt's author or a writer of its group may send
 * `content`, a text to test instead of the stored one.
 */
export async function runTests(
  context: TestContext,
  member: Member,
  { id, key, path, input, disconnectSignal }: TestRunRequest,
): Promise<AsyncIterable<StreamEvent>> {
  return streamTests(context, member, await readPrompt(context, member, id, input), {
    key,
    path,
    input,
    disconnectSignal,
  })
}

/**
 * Does the same as `runTests` for a text that the member may test. The answers of a run with a `suggestion` don't count
 * as results of the prompt.
 */
export async function streamTests(
  context: TestContext,
  member: Member,
  { suggestion, ...prompt }: TestablePrompt & { suggestion?: Suggestion },
  { key, path, input, disconnectSignal }: Omit<TestRunRequest, 'id'>,
): Promise<AsyncIterable<StreamEvent>> {
  const { keys = {}, ...body } = input
  const request = { key, path, body: { ...body, ownKeys: Object.keys(keys) } }
  return runOnceStreaming(context, member, request, {
    run: async (stream) => {
      const endCountedRun = context.runs.enter(member.id)
      try {
        const startedId = runIdIn(stream.earlier)
        const prepared =
          startedId === null
            ? await prepareRun(context, member, prompt, input)
            : await readStartedRun(context.db, startedId)
        const { run, waiting } = await startTestRun(context, { payer: member, ...prepared, suggestion }, stream)
        const signal = AbortSignal.any([stream.signal, disconnectSignal])
        const credits = await askAll(context, run, { waiting, keys, stream: { ...stream, signal } })
        await endRun(context, run, stream, credits)
      } finally {
        endCountedRun()
      }
    },
    onLost: (error) => {
      if (error instanceof AppError) return
      context.streams.log.error(
        { error: String(error) },
        'a test run failed after its reader had left or had received everything',
      )
    },
  })
}

type TestablePrompt = { id: string; content: string }

/** Returns the prompt with the text to test. Throws AppError not_found, forbidden. */
async function readPrompt(
  { db }: TestContext,
  member: Member,
  idOrSlug: string,
  { content }: TestRunInput,
): Promise<TestablePrompt> {
  const prompt = await getPromptOrThrow(db, member, idOrSlug)
  if (content !== undefined && !(await isAuthor(db, prompt.id, member)))
    throw new AppError(
      'forbidden',
      t('Only the author can test another text. Leave it out to test the prompt as it is.'),
    )
  return { id: prompt.id, content: content ?? prompt.content }
}

type PreparedRun = { prompt: TestedPrompt; models: ChosenModel[] }

/**
 * Prepares the text, test cases and models of a new run. Throws AppError conflict, validation_failed,
 * provider_unavailable, rate_limited.
 */
async function prepareRun(
  context: TestContext,
  member: Member,
  { id, content }: TestablePrompt,
  { models, keys = {} }: TestRunInput,
): Promise<PreparedRun> {
  const chosenModels = await Promise.all(models.map((model) => chooseModel(context, model, keys)))
  await context.limits.take(runStartLimit, member.id)
  return { prompt: toTestedPrompt(id, content, await readAcceptedCases(context.db, id)), models: chosenModels }
}

async function isAuthor(db: Db, promptId: string, { id }: Member): Promise<boolean> {
  const { rows } = await sql`
    select from prompts p where p.id = ${promptId} and (${isOwnOf(id)} or ${isInOwnGroupOf(id)})`.execute(db)
  return rows.length > 0
}

/**
 * Chooses a model to test. Throws AppError validation_failed (the model is unknown or a built-in engine, which always
 * gives the same answer), provider_unavailable.
 */
async function chooseModel({ models }: RunContext, id: string, keys: OwnKeys): Promise<ChosenModel> {
  const model = await models.choose(id, keys)
  if (model.vendor === 'built-in')
    throw invalidField('models', t('Choose language models. Built-in engines can’t be tested.'))
  return model
}

type AskInput = { waiting: TestQuestion[]; keys: OwnKeys; stream: Pick<StreamRun, 'signal' | 'commit'> }

/**
 * Asks the waiting questions, a few at a time for each model. If some fail, throws once the others have ended. Returns
 * the remaining credits, or null if nothing was asked.
 */
export async function askAll(
  context: RunContext,
  run: TestRunState,
  { waiting, keys, stream }: AskInput,
): Promise<number | null> {
  const { filledTexts } = run.prompt
  const signal = AbortSignal.any([stream.signal, context.streams.shutdownSignal])
  const queues = new Map<string, ReturnType<typeof createWorkQueue>>()
  let credits: number | null = null
  const results = await Promise.allSettled(
    waiting.map((question) => {
      const { id } = question.model
      const enqueue = queues.get(id) ?? createWorkQueue(concurrentQuestions)
      queues.set(id, enqueue)
      return enqueue(async () => {
        const details = { prompt: filledTexts[question.casePlace] ?? '', signal, keys }
        credits = await askTestQuestion(context, run, question, { commit: stream.commit, details })
      })
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return credits
}

/**
 * Marks a run as ended, updates its prompt's results and sends the event `end` with the member's balance, or 0 if the
 * site pays. `knownCredits` is that balance, or null if it must be read.
 */
export async function endRun(
  context: RunContext,
  { id, promptId, payer }: TestRunState,
  { commit }: Pick<StreamRun, 'commit'>,
  knownCredits: number | null,
): Promise<void> {
  const credits = knownCredits ?? (payer ? await readCredits(context.db, context.credits, { userId: payer.id }) : 0)
  await commit(
    async (tx) => {
      await tx.updateTable('testRuns').set({ endedAt: context.now() }).where('id', '=', id).execute()
      await recomputeResults(tx, [promptId])
      return [{ event: 'end', data: { runId: id, credits } }]
    },
    { isLast: true },
  )
}

/**
 * Returns the original text, test cases, models and prices of a run whose process died, even if any of them have
 * changed since. Doesn't check whether the models are still available, so a question to an unavailable one fails.
 */
async function readStartedRun(db: Db, runId: string): Promise<{ prompt: TestedPrompt; models: ChosenModel[] }> {
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
