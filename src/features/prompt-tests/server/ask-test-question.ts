import { failureOf, unexpectedErrorMessage } from '#features/models/server/answer-outcome.ts'
import type { Question } from '#features/models/server/model-answer.ts'
import { BudgetSpentError } from '#features/models/server/spend-budget.ts'
import { AppError } from '#platform/errors.ts'
import type { StreamRun } from '#platform/work/once-streaming.ts'
import { runChecks } from './run-checks.ts'
import { dropTestQuestion, failTestAnswer, storeTestAnswer } from './store-test-answer.ts'
import type { RunContext } from './test-context.ts'
import type { TestQuestion, TestRunState } from './test-run.ts'

/** `commit` changes the database and then sends events. `details` is passed to `askModel`. */
type AskOptions = {
  commit: StreamRun['commit']
  details: Pick<Question, 'prompt' | 'signal' | 'keys'>
}

/**
 * Asks one question. Stores a complete answer with the outcomes of its checks, or one that was stopped after its first
 * words, and charges for it. Otherwise refunds the price. If the site itself runs the tests, drops a question that the
 * daily budget can't pay for. Returns the member's remaining credits (0 if the site pays).
 */
export async function askTestQuestion(
  context: RunContext,
  run: TestRunState,
  question: TestQuestion,
  options: AskOptions,
): Promise<number> {
  try {
    return await askAndStore(context, run, question, options)
  } catch (error) {
    // An AppError ends the whole run, because another process has taken the run over or the credits are used up.
    if (error instanceof AppError) throw error
    context.streams.log.error({ error: String(error), model: question.model.id }, 'an answer in a test run failed')
    return storeFailure(context, run, question, { commit: options.commit, error: internalError() })
  }
}

const internalError = () => new AppError('internal_error', unexpectedErrorMessage())

async function askAndStore(
  context: RunContext,
  run: TestRunState,
  question: TestQuestion,
  { commit, details }: AskOptions,
): Promise<number> {
  const answer = await context.models.askModel({ ...details, model: question.model.id, onText: () => undefined })
  const isShuttingDown = context.streams.shutdownSignal.aborted
  const failure = failureOf(answer, isShuttingDown)
  if (failure instanceof BudgetSpentError && run.payer === null) return postpone(run, question, commit)
  if (failure && answer.spent > 0 && run.payer && !isShuttingDown) await context.runs.countUnpaid(run.payer.id)
  if (failure) return storeFailure(context, run, question, { commit, error: failure, answer })
  const { checks = [] } = run.prompt.cases[question.casePlace] ?? {}
  const outcomes = answer.ending.kind === 'done' ? await runChecks(checks, answer.text) : null
  let credits = 0
  await commit(async (tx) => {
    credits = await storeTestAnswer(tx, context, run, { question, answer, outcomes })
    const passed = outcomes?.every((outcome) => outcome.passed) ?? null
    return [{ event: 'done', data: { ...eventDataOf(question), passed, credits } }]
  })
  return credits
}

/** Drops a question of the site's own run because today's budget can't pay for it. A later run asks it. */
async function postpone(run: TestRunState, question: TestQuestion, commit: StreamRun['commit']): Promise<number> {
  await commit(async (tx) => {
    await dropTestQuestion(tx, run, question)
    return []
  })
  return 0
}

type FailureOptions = Pick<AskOptions, 'commit'> & { error: AppError; answer?: Parameters<typeof failureOf>[0] }

async function storeFailure(
  context: RunContext,
  run: TestRunState,
  question: TestQuestion,
  { commit, error, answer }: FailureOptions,
): Promise<number> {
  const status = answer?.ending.kind === 'stopped' ? 'stopped' : 'failed'
  let credits = 0
  await commit(async (tx) => {
    credits = await failTestAnswer(tx, context, run, { question, status, failure: error.message, answer })
    return [{ event: 'error', data: { ...eventDataOf(question), error: error.message, code: error.code, credits } }]
  })
  return credits
}

function eventDataOf({ place, casePlace, round, model }: TestQuestion) {
  return { place, case: casePlace, round, model: model.id }
}
