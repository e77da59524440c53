import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { ApiError } from '#client/api-error.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { runStream } from '#client/run-stream.ts'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import type { GeneratorEvents, GeneratorInput } from '#features/generator/contract.ts'
import { idleState, reduceGenerator } from './generation-state.ts'
import { readResult, type StoredResult, storeResult } from './generation-storage.ts'
import { pendingActionOf, takePendingGeneration } from './pending-generation.ts'
import { waitForStoppedRun } from './wait-for-stopped-run.ts'

/** The run in progress. `key` is its Idempotency-Key, and `startedAt` a time of `performance.now()`. */
type Run = { key: string; startedAt: number; abort: AbortController }

/**
 * Generates prompts, one at a time. `shortage` is the message about a balance that is too low. A visitor has to sign in
 * first; the prompt is generated when they return. A member who leaves the page stops the run. When they come back,
 * they see the last result, or what the server stored of that run.
 */
export function useGeneratePrompt(userId: string | undefined) {
  const router = useRouter()
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [{ generation, shortage }, dispatch] = useReducer(reduceGenerator, idleState)
  const currentRun = useRef<Run | null>(null)
  useEffect(() => () => currentRun.current?.abort.abort(), [])

  const { phase, runId, prompt } = generation ?? {}
  const store = useEffectEvent((userId: string) => generation && storeResult(userId, generation))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when one of these changes, not for each word of the text or another user.
  useEffect(() => {
    if (userId) store(userId)
  }, [phase, runId, prompt])
  const resume = useEffectEvent((userId: string) => {
    const pendingRun = takePendingGeneration()
    const storedGeneration = readResult(userId)
    if (pendingRun) generate(pendingRun.input, pendingRun.price, pendingRun.key)
    else if (storedGeneration && !generation) show(storedGeneration)
  })
  useEffect(() => {
    if (userId) resume(userId)
  }, [userId])

  const refreshHistory = () => queryClient.invalidateQueries({ queryKey: ['/api/user/generations'] })

  async function streamRun(run: Run, input: GeneratorInput) {
    const { key } = run
    try {
      await runStream<GeneratorEvents>('POST /api/prompt-generator', {
        body: input,
        idempotencyKey: key,
        signal: run.abort.signal,
        isLast: ({ event }) => event === 'done' || event === 'error',
        onDisconnect: () => dispatch({ type: 'disconnected', key }),
        onEvent: (event) => {
          dispatch({ type: 'received', key, event, time: performance.now() - run.startedAt })
          const { credits } = 'credits' in event.data ? event.data : {}
          if (credits !== undefined) announceCredits({ credits, forced: true, source: 'ai-service' })
        },
      })
    } catch (error) {
      if (run.abort.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      dispatch({ type: 'failed', key, error })
      if (error.credits !== undefined) announceCredits({ credits: error.credits, source: 'ai-service' })
      // The outcome of the run is unknown, so the balance has to be requested again.
      else refreshCreditsAfterRun()
      if (error.code === 'authentication_required') expireSession()
    }
    if (currentRun.current === run) currentRun.current = null
    await refreshHistory()
  }

  function begin(key = newIdempotencyKey()): Run {
    const run = { key, startedAt: performance.now(), abort: new AbortController() }
    currentRun.current = run
    return run
  }

  /**
   * Starts a run unless one is in progress, so that a double click starts only one. Returns false if no run is in
   * progress afterwards, because the visitor has to sign in first or the balance is too low.
   */
  function generate(input: GeneratorInput, price: number, key?: string): boolean {
    if (currentRun.current) return true
    if (readSession().state !== 'signedIn') {
      // A run with the visitor's own key (price 0) isn't stored: the stored run would lack the key and cost credits.
      void goToSignIn(router, price > 0 ? pendingActionOf(input, price) : undefined)
      return false
    }
    const { credits } = readCredits()
    if (credits !== null && credits < price) {
      dispatch({ type: 'shortage', message: insufficientCreditsMessage(price, credits) })
      return false
    }
    const run = begin(key)
    dispatch({ type: 'started', runKey: run.key })
    void streamRun(run, input)
    return true
  }

  /** Stops the run. The server stores the text so far and charges the run's price, or nothing if there is no text. */
  function stop() {
    const run = currentRun.current
    if (!run || !generation || generation.isSettling) return
    run.abort.abort()
    dispatch({ type: 'stopped', key: run.key })
    const time = performance.now() - run.startedAt
    if (generation.runId !== null) return void settle(run, generation.runId, time)
    currentRun.current = null
    refreshCreditsAfterRun()
    void refreshHistory()
  }

  /** Shows what the server stored of a stopped run. `time` is how long it ran, in ms, or null if the reader left. */
  async function settle(run: Run, runId: string | null, time: number | null) {
    const stored = await waitForStoppedRun(api, runId)
    if (currentRun.current !== run) return
    currentRun.current = null
    refreshCreditsAfterRun()
    dispatch({ type: 'settled', key: run.key, stored, time })
    await refreshHistory()
  }

  /** Shows an earlier prompt, or what the server stored of a run during which the reader left the page. */
  function show({ prompt, ...opened }: StoredResult) {
    currentRun.current?.abort.abort()
    currentRun.current = null
    if (prompt) return dispatch({ type: 'opened', prompt, ...opened })
    const run = begin()
    dispatch({ type: 'resumed', runKey: run.key, ...opened })
    void settle(run, opened.runId, null)
  }

  return {
    generation,
    shortage,
    closeShortage: () => dispatch({ type: 'shortage', message: null }),
    generate,
    stop,
    show,
  }
}
