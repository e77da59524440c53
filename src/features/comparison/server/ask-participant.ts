import { failureOf, unexpectedErrorMessage } from '#features/models/server/answer-outcome.ts'
import type { Question } from '#features/models/server/model-answer.ts'
import { AppError } from '#platform/errors.ts'
import type { StreamRun } from '#platform/work/once-streaming.ts'
import type { ComparisonContext } from './comparison-context.ts'
import type { ComparisonRun, Participant } from './comparison-run.ts'
import { failAnswer, failRunningAnswer, storeAnswer } from './store-answer.ts'

type AskOptions = { stream: StreamRun; question: Pick<Question, 'prompt' | 'signal' | 'keys'> }

/**
 * Asks one model and streams its text. Stores and charges for an answer that is complete, or that the member stopped
 * after its first words. Otherwise stores the failure, releases the credits reserved for the answer, and sends an
 * `error` event. Returns the remaining credits. Throws AppError if the whole run has to end.
 */
export async function askParticipant(
  context: ComparisonContext,
  run: ComparisonRun,
  participant: Participant,
  options: AskOptions,
): Promise<number> {
  try {
    return await askAndStore(context, run, participant, options)
  } catch (error) {
    // An AppError ends the whole run: another process has taken it over, or its credits are no longer available.
    if (error instanceof AppError) throw error
    context.streams.log.error({ error: String(error), model: participant.model.id }, 'an answer in a comparison failed')
    return failUnexpectedly(context, run, participant, options.stream)
  }
}

/** Marks an answer as failed after an unexpected error, and releases only the credits reserved for this answer. */
async function failUnexpectedly(
  context: ComparisonContext,
  run: ComparisonRun,
  participant: Participant,
  stream: StreamRun,
): Promise<number> {
  let credits = 0
  await stream.commit(async (tx) => {
    credits = await failRunningAnswer(tx, context, run, { participant, failure: unexpectedErrorMessage() })
    return [
      {
        event: 'error',
        data: { model: participant.name, error: unexpectedErrorMessage(), code: 'internal_error', credits },
      },
    ]
  })
  return credits
}

async function askAndStore(
  context: ComparisonContext,
  run: ComparisonRun,
  participant: Participant,
  { stream, question }: AskOptions,
): Promise<number> {
  const answer = await context.models.askModel({
    ...question,
    model: participant.model.id,
    onText: (text) => stream.emit({ event: 'delta', data: { model: participant.name, text } }),
  })
  const isShuttingDown = context.streams.shutdownSignal.aborted
  const failure = failureOf(answer, isShuttingDown)
  if (failure && answer.spent > 0 && !isShuttingDown) await context.runs.countUnpaid(run.member.id)
  let credits = 0
  await stream.commit(async (tx) => {
    if (failure) {
      const status = answer.ending.kind === 'stopped' ? 'stopped' : 'failed'
      credits = await failAnswer(tx, context, run, { participant, answer, status, failure: failure.message })
      return [
        { event: 'error', data: { model: participant.name, error: failure.message, code: failure.code, credits } },
      ]
    }
    credits = await storeAnswer(tx, context, run, { participant, answer })
    const { timeToFirstToken, time, tokens, cost } = answer
    // These would reveal the models of a blind comparison.
    const measurements = run.isBlind
      ? { timeToFirstToken: null, time: null, tokens: null, cost: null }
      : { timeToFirstToken, time, tokens, cost }
    return [
      {
        event: 'done',
        data: { model: participant.name, ...measurements, credits, stopped: answer.ending.kind === 'stopped' },
      },
    ]
  })
  return credits
}
