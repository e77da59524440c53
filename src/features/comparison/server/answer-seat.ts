import type { Answer, Question } from '#features/models/server/model-answer.ts'
import { AppError } from '#server/platform/errors.ts'
import { stoppingError } from '#server/platform/event-stream.ts'
import type { StreamRun } from '#server/platform/once-streaming.ts'
import type { ComparisonContext } from './comparison-context.ts'
import type { ComparisonRun, Seat } from './comparison-run.ts'
import { breakAnswer, failAnswer, keepAnswer } from './keep-answer.ts'

const brokenText = 'Something went wrong on our side. Nothing was charged for this answer.'

type Asking = { stream: StreamRun; question: Pick<Question, 'prompt' | 'signal' | 'key'> }

/**
 * Asks one model and tells its text. A whole answer, and one that was stopped after its first words, is kept and
 * charged; else its price goes back, and an `error` event says why. Answers what can be spent then.
 */
export async function answerSeat(
  context: ComparisonContext,
  run: ComparisonRun,
  seat: Seat,
  asking: Asking,
): Promise<number> {
  try {
    return await askAndKeep(context, run, seat, asking)
  } catch (error) {
    // An AppError here says that this run may not go on: another one has it, or its credits are gone.
    if (error instanceof AppError) throw error
    context.streams.log.error({ error: String(error), model: seat.model.id }, 'an answer of a comparison broke')
    return giveUp(context, run, seat, asking.stream)
  }
}

/** Ends what broke in an unforeseen way and gives its price back, alone. */
async function giveUp(context: ComparisonContext, run: ComparisonRun, seat: Seat, stream: StreamRun): Promise<number> {
  let credits = 0
  await stream.commit(async (tx) => {
    credits = await breakAnswer(tx, context, run, { seat, failure: brokenText })
    return [{ event: 'error', data: { model: seat.name, error: brokenText, code: 'internal_error', credits } }]
  })
  return credits
}

/** In a blind comparison no times are told. */
async function askAndKeep(
  context: ComparisonContext,
  run: ComparisonRun,
  seat: Seat,
  { stream, question }: Asking,
): Promise<number> {
  const answer = await context.models.askModel({
    ...question,
    model: seat.model.id,
    onText: (text) => stream.emit({ event: 'delta', data: { model: seat.name, text } }),
  })
  const failure = failureOf(answer, context.streams.stopping.aborted)
  let credits = 0
  await stream.commit(async (tx) => {
    if (failure) {
      const status = answer.ending.kind === 'stopped' ? 'stopped' : 'failed'
      credits = await failAnswer(tx, context, run, { seat, answer, status, failure: failure.message })
      return [{ event: 'error', data: { model: seat.name, error: failure.message, code: failure.code, credits } }]
    }
    credits = await keepAnswer(tx, context, run, { seat, answer })
    const { timeToFirstToken, time, tokens, cost } = answer
    const figures = run.blind
      ? { timeToFirstToken: null, time: null, tokens: null, cost: null }
      : { timeToFirstToken, time, tokens, cost }
    return [
      { event: 'done', data: { model: seat.name, ...figures, credits, stopped: answer.ending.kind === 'stopped' } },
    ]
  })
  return credits
}

function failureOf({ ending, text }: Answer, isStopping: boolean): AppError | null {
  if (ending.kind === 'failed') return ending.error
  if (ending.kind === 'done') return null
  if (isStopping) return stoppingError()
  return text === '' ? new AppError('conflict', 'Stopped before its first word. Nothing was charged.') : null
}
