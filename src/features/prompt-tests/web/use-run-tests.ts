import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { type EventOf, runStream } from '#client/run-stream.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import type { OwnKeys } from '#features/models/contract.ts'
import { keysFor, type MemberModel } from '#features/models/web/offered-model.ts'
import type { TestRunEvents } from '#features/prompt-tests/contract.ts'
import { testPaths } from './test-queries.ts'

/**
 * The progress of a run. `total` is the number of its questions. `outcomes` maps each model to its outcomes, in the
 * order in which they arrived. `none` means no complete answer.
 */
export type LiveTest = {
  runId: string | null
  total: number
  outcomes: Record<string, ('passed' | 'failed' | 'none')[]>
  state: 'running' | 'stopped' | 'ended'
}

/** What to run. `price` is in credits. `content` is a text to test instead of the prompt's. */
export type TestStart = { models: MemberModel[]; keys: OwnKeys; price: number; content?: string }

/** A call to any endpoint that runs tests. `isLast` tells whether an event is the last one of the run. */
export type RunCall = Pick<
  Parameters<typeof runStream<TestRunEvents, 'POST /api/prompts/{id}/tests/runs'>>[1],
  'idempotencyKey' | 'signal' | 'isLast' | 'onDisconnect' | 'onEvent'
> & { body: { models: string[]; keys?: OwnKeys; content?: string } }

/** Runs tests with one of the endpoints, and resolves after the last event. */
export type SendRun = (call: RunCall) => Promise<void>

/** Returns the function that runs the tests of a prompt (id or slug). */
export function createPromptRun(id: string): SendRun {
  return (call) => runStream<TestRunEvents>('POST /api/prompts/{id}/tests/runs', { ...call, id })
}

const newTest: LiveTest = { runId: null, total: 0, outcomes: {}, state: 'running' }

/**
 * Runs tests: one run for each of `senders`, in order, up to the first that isn't completed. `stop` and leaving the
 * page end the runs, and unanswered questions are refunded. `tests` are the runs that have started, in order. `failure`
 * and `shortage` (of credits) are messages for the member.
 */
export function useRunTests(senders: SendRun[]) {
  const queryClient = useQueryClient()
  const [tests, setTests] = useState<LiveTest[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [shortage, setShortage] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const changeLast = (change: (test: LiveTest) => LiveTest) =>
    setTests((before) => before.map((test, index) => (index === before.length - 1 ? change(test) : test)))

  function handleEvent(event: EventOf<TestRunEvents>) {
    // `forced`: the member's own run caused the change.
    if (event.event !== 'start' && event.data.credits !== undefined)
      announceCredits({ credits: event.data.credits, forced: true, source: 'ai-service' })
    // An error without `place`, the answer's position, ends the whole run.
    if (event.event === 'error' && event.data.place === undefined) setFailure(event.data.error)
    changeLast((before) => applyEvent(before, event))
  }

  function handleFailure({ status, credits, code, message }: ApiError) {
    if (credits !== undefined) announceCredits({ credits, source: 'ai-service' })
    else refreshCreditsAfterRun()
    if (code === 'authentication_required') expireSession()
    if (status === 402) setShortage(message)
    else setFailure(message)
    setTests((before) => before.slice(0, -1))
  }

  /** Carries out one of the runs. Returns whether it was completed. */
  async function runOne(send: SendRun, { models, keys, content }: TestStart, signal: AbortSignal): Promise<boolean> {
    let isComplete = false
    try {
      await send({
        body: { models: models.map(({ id }) => id), keys: keysFor(models, keys), content },
        idempotencyKey: newIdempotencyKey(),
        signal,
        isLast: ({ event, data }) => event === 'end' || (event === 'error' && !('place' in data)),
        // After a reconnect, the server sends all events again.
        onDisconnect: () => changeLast((before) => ({ ...before, outcomes: {} })),
        onEvent: (event) => {
          isComplete = event.event === 'end'
          handleEvent(event)
        },
      })
    } catch (error) {
      if (signal.aborted) refreshCreditsAfterRun()
      else if (error instanceof ApiError) handleFailure(error)
      else throw error
    }
    return isComplete
  }

  async function runAll(input: TestStart, signal: AbortSignal) {
    setTests([])
    for (const send of senders) {
      setTests((before) => [...before, newTest])
      if (!(await runOne(send, input, signal))) break
    }
    abort.current = null
    await Promise.all(testPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
  }

  return {
    tests,
    failure,
    shortage,
    closeShortage: () => setShortage(null),
    start(input: TestStart) {
      if (abort.current) return
      const { credits } = readCredits()
      if (credits !== null && credits < input.price)
        return setShortage(insufficientCreditsMessage(input.price, credits))
      abort.current = new AbortController()
      setFailure(null)
      void runAll(input, abort.current.signal)
    },
    stop() {
      abort.current?.abort()
      changeLast((before) => ({ ...before, state: 'stopped' }))
    },
  }
}

function applyEvent(test: LiveTest, { event, data }: EventOf<TestRunEvents>): LiveTest {
  if (event === 'start') return { ...test, runId: data.runId, total: data.answers }
  if (event === 'end') return { ...test, state: 'ended' }
  if (data.place === undefined) return { ...test, state: 'ended' }
  const passed = event === 'done' ? data.passed : null
  const outcome = passed === null ? 'none' : passed ? 'passed' : 'failed'
  return { ...test, outcomes: { ...test.outcomes, [data.model]: [...(test.outcomes[data.model] ?? []), outcome] } }
}
