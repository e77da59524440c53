import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import type { BoundedQueue } from '#server/platform/work-queue.ts'
import type { Tokens } from '../contract.ts'
import { costOf, worstCost } from '../price-rules.ts'
import { askLimits, estimateTokens } from '../rules.ts'
import type { Dollars } from '../vendor-rules.ts'
import { type Deadlines, startClock, TooLate } from './answer-clock.ts'
import type { Breaker } from './circuit-breaker.ts'
import { failureText, noTextText, restingText, tooLateText } from './failure-texts.ts'
import type { Answer, Ending, Question } from './model-answer.ts'
import { type Progress, readAnswer } from './read-answer.ts'
import type { Budget } from './spend-budget.ts'
import { type Access, type Part, UpstreamFailure } from './upstream.ts'

export type AskLog = (fields: { vendor: string; model: string; status?: number; failure: string }) => void

/** What asking a vendor's model takes. `dollars` per million tokens; null where answers cost the site nothing. */
export type Road = {
  vendor: string
  company: string
  access: Access
  ownKey: boolean
  dollars: Dollars | null
  open: (question: Question & { outputTokensMax: number }) => AsyncGenerator<Part>
  breaker: Breaker
  inTurn: BoundedQueue
  budget: Budget
  deadlines: Deadlines
  log: AskLog
}

/**
 * Asks a vendor's model within its deadlines. Answers with what came and how it ended; throws only what nobody foresaw,
 * such as a database that is away. A vendor that is busy
 * (429, 503) before its first token is asked once more, when it says so in time; nothing else is tried twice, since
 * that could be billed twice.
 */
export async function askVendor(question: Question, road: Road): Promise<Answer> {
  const begun = performance.now()
  const usage = { input: undefined, output: undefined }
  const progress: Progress = { text: '', half: '', firstAt: null, usage, version: null }
  const ending = await tryToAnswer(question, road, progress)
  const tokens = tokensOf(question, progress)
  return {
    text: progress.text,
    tokens,
    timeToFirstToken: progress.firstAt === null ? null : Math.round(progress.firstAt - begun),
    time: Math.round(performance.now() - begun),
    cost: road.dollars ? costOf(road.dollars, tokens) : 0,
    version: progress.version,
    ending,
  }
}

async function tryToAnswer(question: Question, road: Road, progress: Progress): Promise<Ending> {
  if (question.signal.aborted) return { kind: 'stopped' }
  if (!road.breaker.enter()) return { kind: 'failed', error: restingText(road.company) }
  try {
    return await road.inTurn(() => withBudget(question, road, progress), question.signal)
  } catch (error) {
    road.breaker.letGo()
    if (question.signal.aborted) return { kind: 'stopped' }
    if (error instanceof AppError) return { kind: 'failed', error }
    throw error
  }
}

async function withBudget(question: Question, road: Road, progress: Progress): Promise<Ending> {
  if (!road.dollars || road.ownKey) return (await askInTime(question, road, progress)).ending
  const asked = `${question.system ?? ''}${question.prompt}`
  const correct = await road.budget.take(worstCost(road.dollars, asked, askLimits.outputTokensMax))
  const { ending, billed } = await askInTime(question, road, progress)
  try {
    await correct(billed ? costOf(road.dollars, tokensOf(question, progress)) : 0)
  } catch (error) {
    // The answer is there; the worst price stays spent, which errs on the safe side.
    road.log({ vendor: road.vendor, model: question.model, failure: `not accounted for: ${String(error)}` })
  }
  return ending
}

type Outcome = { ending: Ending; billed: boolean }

async function askInTime(question: Question, road: Road, progress: Progress): Promise<Outcome> {
  const clock = startClock(question.signal, road.deadlines)
  const begun = performance.now()
  let tries = 0
  try {
    for (;;) {
      try {
        const parts = road.open({ ...question, signal: clock.signal, outputTokensMax: askLimits.outputTokensMax })
        const watch = { signal: clock.signal, onLife: clock.alive, onText: question.onText }
        return finished(await readAnswer(parts, progress, watch), road, progress)
      } catch (error) {
        const pause = pauseBeforeRetry(error, progress)
        const left = road.deadlines.firstTokenMs - (performance.now() - begun)
        if (pause === null || ++tries > 1 || pause >= left) throw error
        await wait(pause, undefined, { signal: clock.signal })
      }
    }
  } catch (error) {
    return failed(error, question, road, progress)
  } finally {
    clock.stop()
  }
}

const pauseUnsaid = 1_000

/** ms to wait before the one further try; null when the failure is none that a try could mend without being billed. */
function pauseBeforeRetry(error: unknown, { text }: Progress): number | null {
  if (!(error instanceof UpstreamFailure) || text !== '') return null
  return error.status === 429 || error.status === 503 ? (error.retryAfter ?? pauseUnsaid) : null
}

function finished(reason: string, road: Road, progress: Progress): Outcome {
  road.breaker.succeeded()
  if (progress.text.trim() === '')
    return { billed: true, ending: { kind: 'failed', error: noTextText(road.company, reason === 'content-filter') } }
  return { billed: true, ending: { kind: 'done', cut: reason !== 'stop' } }
}

function failed(error: unknown, question: Question, road: Road, progress: Progress): Outcome {
  if (question.signal.aborted) {
    road.breaker.letGo()
    return { billed: true, ending: { kind: 'stopped' } }
  }
  if (error instanceof TooLate) {
    road.breaker.failed()
    road.log({ vendor: road.vendor, model: question.model, failure: 'too late' })
    return { billed: true, ending: { kind: 'failed', error: tooLateText(road.company, progress.firstAt !== null) } }
  }
  if (!(error instanceof UpstreamFailure)) throw error
  const { status } = error
  if (isVendorsFault(status, road.ownKey)) road.breaker.failed()
  else road.breaker.letGo()
  road.log({ vendor: road.vendor, model: question.model, status, failure: error.message })
  return {
    billed: progress.text !== '',
    ending: { kind: 'failed', error: failureText(road.company, status, road.ownKey) },
  }
}

/** A refused prompt, an unknown model or a member's wrong key say nothing of the vendor. */
function isVendorsFault(status: number | undefined, ownKey: boolean): boolean {
  if (status === undefined || status >= 500) return true
  return !ownKey && [401, 402, 403, 429].includes(status)
}

function tokensOf({ system = '', prompt }: Question, { usage, text }: Progress): Tokens {
  return {
    input: usage.input ?? estimateTokens(`${system}${prompt}`),
    output: usage.output ?? estimateTokens(text),
    estimated: usage.input === undefined || usage.output === undefined,
  }
}
