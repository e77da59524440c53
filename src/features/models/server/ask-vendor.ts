import { setTimeout as wait } from 'node:timers/promises'
import { hasVisibleCharacter } from '#lib/short-text.ts'
import { AppError } from '#platform/errors.ts'
import { type Attributes, traced } from '#platform/traced.ts'
import type { BoundedQueue } from '#platform/work/work-queue.ts'
import type { Tokens } from '../contract.ts'
import { costOf, worstCost } from '../price-rules.ts'
import { askLimits, estimateTokens } from '../rules.ts'
import type { TokenCosts } from '../vendor-rules.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { DeadlineError, type Deadlines, startDeadlines } from './deadlines.ts'
import type { Answer, Ending, Question } from './model-answer.ts'
import { type Progress, readAnswer } from './read-answer.ts'
import type { Budget } from './spend-budget.ts'
import { type Access, type Part, UpstreamFailure } from './upstream.ts'
import { circuitOpenError, deadlineError, emptyAnswerError, upstreamError } from './vendor-errors.ts'

/** Logs a failure, without prompts or keys. `vendor` is the id of the source, such as `openai` or `local/ollama`. */
export type AskLog = (fields: { vendor: string; model: string; status?: number; failure: string }) => void

/**
 * The outcome of a question without a member's own key: the cost in US dollars, whether it was answered, and the failure
 * (null if there was none, or if the prompt or the caller caused it).
 */
export type AskOutcome = {
  model: string
  cost: number
  isAnswered: boolean
  failure: string | null
  /** Whether the vendor says that it doesn't know the model. */
  isUnknown: boolean
}

/**
 * How to reach a vendor's model. `dollars` is its price per million tokens, or null if answers cost the site nothing.
 * `record` gets every outcome with an answer, a failure of the vendor or a cost, unless a member's own key was used.
 * `refusesPromptsWith403` means that status 403 is about the prompt, not the key.
 */
export type VendorRoute = {
  /** The id of the source that answers, as in the log. */
  vendor: string
  /** The source's name in messages to members. */
  company: string
  access: Access
  usesOwnKey: boolean
  dollars: TokenCosts | null
  open: (question: Question & { outputTokensMax: number }) => AsyncGenerator<Part>
  breaker: CircuitBreaker
  queue: BoundedQueue
  budget: Budget
  deadlines: Deadlines
  refusesPromptsWith403: boolean
  record: (outcome: AskOutcome) => void
  log: AskLog
}

/**
 * Asks a vendor's model within the route's deadlines. Returns the answer and how it ended, and throws only unexpected
 * errors. Retries once if the vendor is busy (429, 503), has sent no text, and can be asked again before the deadline
 * for the first token. Never retries otherwise, because both requests could be billed.
 */
export function askVendor(question: Question, route: VendorRoute): Promise<Answer> {
  const { model } = question
  const attributes: Attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': route.vendor }
  return traced(
    () => ({ name: `chat ${model}`, kind: 'client', attributes: { ...attributes, 'gen_ai.request.model': model } }),
    async (span) => {
      const answer = await askUntraced(question, route)
      if (!span) return answer
      span.attributes['gen_ai.usage.input_tokens'] = answer.tokens.input
      span.attributes['gen_ai.usage.output_tokens'] = answer.tokens.output
      if (answer.ending.kind === 'failed') span.failure = answer.ending.error.code
      return answer
    },
  )
}

async function askUntraced(question: Question, route: VendorRoute): Promise<Answer> {
  const startedAt = performance.now()
  const usage = { input: undefined, output: undefined, dollars: undefined }
  const progress: Progress = {
    text: '',
    highSurrogate: '',
    firstAt: null,
    usage,
    version: null,
    isAsked: false,
    hasBegun: false,
    hasEnded: false,
    spent: 0,
  }
  const ending = await tryToAnswer(question, route, progress)
  const tokens = tokensOf(question, progress)
  return {
    text: progress.text,
    tokens,
    timeToFirstToken: progress.firstAt === null ? null : Math.round(progress.firstAt - startedAt),
    time: Math.round(performance.now() - startedAt),
    cost: route.dollars ? costOfAnswer(question, route.dollars, progress) : 0,
    spent: progress.spent,
    version: progress.version,
    ending,
  }
}

async function tryToAnswer(question: Question, route: VendorRoute, progress: Progress): Promise<Ending> {
  if (question.signal.aborted) return { kind: 'stopped' }
  if (!route.breaker.enter()) return { kind: 'failed', error: circuitOpenError(route.company) }
  try {
    return await route.queue(() => askWithinBudget(question, route, progress), question.signal)
  } catch (error) {
    route.breaker.release()
    if (question.signal.aborted) return { kind: 'stopped' }
    if (error instanceof AppError) return { kind: 'failed', error }
    throw error
  }
}

async function askWithinBudget(question: Question, route: VendorRoute, progress: Progress): Promise<Ending> {
  if (route.usesOwnKey) return (await askWithinDeadlines(question, route, progress)).ending
  if (!route.dollars) {
    const outcome = await askWithinDeadlines(question, route, progress)
    record(question, route, outcome, 0)
    return outcome.ending
  }
  const correctCost = await route.budget.take(highestCost(question, route.dollars))
  const outcome = await askWithinDeadlines(question, route, progress)
  const cost = outcome.isBilled ? billedCost(question, route.dollars, progress) : 0
  progress.spent = cost
  record(question, route, outcome, cost)
  try {
    await correctCost(cost)
  } catch (error) {
    // The question has ended. The budget keeps counting the highest possible cost, so the limit can't be exceeded.
    route.log({ vendor: route.vendor, model: question.model, failure: `cost not stored: ${String(error)}` })
  }
  return outcome.ending
}

function record(
  { model }: Question,
  route: VendorRoute,
  { ending, vendorFailed, isUnknown = false }: Outcome,
  cost: number,
): void {
  const isAnswered = ending.kind === 'done'
  const failure = ending.kind === 'failed' && vendorFailed ? ending.error.message : null
  if (isAnswered || failure !== null || cost > 0) route.record({ model, cost, isAnswered, failure, isUnknown })
}

/** Returns the cost of an answer in US dollars, as the vendor reports it or else according to the price list. */
function costOfAnswer(question: Question, dollars: TokenCosts, progress: Progress): number {
  return progress.usage.dollars ?? costOf(dollars, tokensOf(question, progress))
}

function highestCost({ system = '', prompt }: Question, dollars: TokenCosts): number {
  return worstCost(dollars, `${system}${prompt}`, askLimits.outputTokensMax)
}

/**
 * Returns what the vendor may bill for an answer. If it didn't end, that is the highest possible cost, because vendors
 * also bill reasoning that they don't send.
 */
function billedCost(question: Question, dollars: TokenCosts, progress: Progress): number {
  const cost = costOfAnswer(question, dollars, progress)
  return progress.hasEnded ? cost : Math.max(cost, highestCost(question, dollars))
}

/**
 * `vendorFailed` means that the vendor or the site's settings caused the failure, not the prompt or the caller.
 * `isUnknown`: the vendor doesn't know the model.
 */
type Outcome = { ending: Ending; isBilled: boolean; vendorFailed: boolean; isUnknown?: boolean }

async function askWithinDeadlines(question: Question, route: VendorRoute, progress: Progress): Promise<Outcome> {
  const deadlines = startDeadlines(question.signal, route.deadlines)
  const startedAt = performance.now()
  let tries = 0
  try {
    for (;;) {
      try {
        const parts = route.open({ ...question, signal: deadlines.signal, outputTokensMax: askLimits.outputTokensMax })
        const listeners = { signal: deadlines.signal, onActivity: deadlines.clearFirst, onText: question.onText }
        return outcomeOfEnd(await readAnswer(parts, progress, listeners), route, progress)
      } catch (error) {
        if (isRefusal(error, progress)) progress.isAsked = false
        const pause = pauseBeforeRetry(error, progress)
        const remainingMs = route.deadlines.firstTokenMs - (performance.now() - startedAt)
        if (pause === null || ++tries > 1 || pause >= remainingMs) throw error
        await wait(pause, undefined, { signal: deadlines.signal })
      }
    }
  } catch (error) {
    return outcomeOfError(error, question, route, progress)
  } finally {
    deadlines.stop()
  }
}

/** Tells whether the vendor refused the question, for which it bills nothing. */
function isRefusal(error: unknown, { hasBegun }: Progress): boolean {
  return error instanceof UpstreamFailure && error.status !== undefined && !hasBegun
}

const defaultRetryMs = 1_000

/** Returns how long to wait before the only retry, in ms. Returns null if a retry can't help or could be billed. */
function pauseBeforeRetry(error: unknown, { text }: Progress): number | null {
  if (!(error instanceof UpstreamFailure) || text !== '') return null
  return error.status === 429 || error.status === 503 ? (error.retryAfter ?? defaultRetryMs) : null
}

/** Returns the outcome of a question whose answer stream ended without an error. */
function outcomeOfEnd(reason: string, route: VendorRoute, progress: Progress): Outcome {
  route.breaker.recordSuccess()
  const isFiltered = reason === 'content-filter'
  if (!hasVisibleCharacter(progress.text))
    return {
      isBilled: true,
      vendorFailed: !isFiltered,
      ending: { kind: 'failed', error: emptyAnswerError(route.company, isFiltered) },
    }
  return { isBilled: true, vendorFailed: false, ending: { kind: 'done', cut: reason !== 'stop' } }
}

/** Returns the outcome of a question that failed with an error. */
function outcomeOfError(error: unknown, question: Question, route: VendorRoute, progress: Progress): Outcome {
  if (question.signal.aborted) {
    route.breaker.release()
    return { isBilled: progress.isAsked, vendorFailed: false, ending: { kind: 'stopped' } }
  }
  if (error instanceof DeadlineError) {
    // A hard question can miss a deadline too, so only silence counts, and not that after a member's own key.
    if (progress.hasBegun || route.usesOwnKey) route.breaker.release()
    else route.breaker.recordFailure()
    route.log({ vendor: route.vendor, model: question.model, failure: 'timed out' })
    const error = deadlineError(route.company, progress.firstAt !== null)
    return { isBilled: progress.isAsked, vendorFailed: true, ending: { kind: 'failed', error } }
  }
  if (!(error instanceof UpstreamFailure)) throw error
  const status = route.refusesPromptsWith403 && error.status === 403 ? 400 : error.status
  if (isVendorsFault(status, route.usesOwnKey)) route.breaker.recordFailure()
  else route.breaker.release()
  route.log({ vendor: route.vendor, model: question.model, status, failure: error.message })
  return {
    // If nothing was received, the connection may have failed before the question was sent.
    isBilled: progress.hasBegun || (progress.usage.output ?? 0) > 0,
    // An unknown model is recorded too, because the operator has to fix the setting.
    vendorFailed: status === 404 || isVendorsFault(status, route.usesOwnKey),
    isUnknown: status === 404,
    ending: { kind: 'failed', error: upstreamError(route.company, status, route.usesOwnKey) },
  }
}

/**
 * Tells whether a failure counts as the vendor's. A problem with the site's key does. A refused prompt, an unknown
 * model and a problem with a member's own key don't.
 */
function isVendorsFault(status: number | undefined, usesOwnKey: boolean): boolean {
  if (status === undefined || status >= 500) return true
  return !usesOwnKey && [401, 402, 403, 429].includes(status)
}

function tokensOf({ system = '', prompt }: Question, { usage, text }: Progress): Tokens {
  return {
    input: usage.input ?? estimateTokens(`${system}${prompt}`),
    output: usage.output ?? estimateTokens(text),
    estimated: usage.input === undefined || usage.output === undefined,
  }
}
