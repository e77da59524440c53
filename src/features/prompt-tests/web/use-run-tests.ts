import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import type { OwnKeys } from '#features/models/contract.ts'
import { keysFor, type OfferedModel } from '#features/models/web/offered-model.ts'
import type { TestRunEvents } from '#features/prompt-tests/contract.ts'
import { ApiError } from '#web/api-error.ts'
import { newIdempotencyKey } from '#web/idempotency-key.ts'
import { type EventOf, runStream } from '#web/run-stream.ts'
import { testPaths } from './test-queries.ts'

/** A run as it comes in. `outcomes`: passed, failed or no answer, by model, in the order of their arrival. */
export type LiveTest = {
  runId: string | null
  total: number
  outcomes: Record<string, ('passed' | 'failed' | 'none')[]>
  state: 'running' | 'stopped' | 'ended'
}

export type TestStart = { models: OfferedModel[]; keys: OwnKeys; price: number; content?: string }

/** Runs the tests of a prompt. Stopping, and leaving the page, ends the run: what wasn't answered is refunded. */
export function useRunTests(slug: string) {
  const queryClient = useQueryClient()
  const [test, setTest] = useState<LiveTest | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [shortage, setShortage] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  function handleEvent(event: EventOf<TestRunEvents>) {
    if (event.event !== 'start' && event.data.credits !== undefined)
      announceCredits({ credits: event.data.credits, forced: true, source: 'ai-service' })
    if (event.event === 'error' && event.data.place === undefined) setFailure(event.data.error)
    setTest((before) => before && applyEvent(before, event))
  }

  function handleFailure({ status, credits, code, message }: ApiError) {
    if (credits !== undefined) announceCredits({ credits, source: 'ai-service' })
    else refreshCreditsAfterRun()
    if (code === 'authentication_required') expireSession()
    if (status === 402) setShortage(message)
    else setFailure(message)
    setTest(null)
  }

  async function ask({ models, keys, content }: TestStart, signal: AbortSignal) {
    try {
      await runStream<TestRunEvents>('POST /api/prompts/{id}/tests/runs', {
        id: slug,
        body: { models: models.map(({ id }) => id), keys: keysFor(models, keys), content },
        idempotencyKey: newIdempotencyKey(),
        signal,
        isLast: ({ event, data }) => event === 'end' || (event === 'error' && !('place' in data)),
        // After a reconnect all events come again.
        onDisconnect: () => setTest((before) => before && { ...before, outcomes: {} }),
        onEvent: handleEvent,
      })
    } catch (error) {
      if (signal.aborted) refreshCreditsAfterRun()
      else if (error instanceof ApiError) handleFailure(error)
      else throw error
    }
    abort.current = null
    await Promise.all(testPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
  }

  return {
    test,
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
      setTest({ runId: null, total: 0, outcomes: {}, state: 'running' })
      void ask(input, abort.current.signal)
    },
    stop() {
      abort.current?.abort()
      setTest((before) => before && { ...before, state: 'stopped' })
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
