import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useReducer, useRef } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import type { GeneratedPrompt, GeneratorEvents, GeneratorInput } from '#features/generator/contract.ts'
import { ApiError } from '#web/api-error.ts'
import { newIdempotencyKey } from '#web/idempotency-key.ts'
import { runStream } from '#web/run-stream.ts'
import { idleState, reduceGenerator } from './generation-state.ts'
import { settleGeneration } from './settle-generation.ts'

type Run = { input: GeneratorInput; key: string; startedAt: number; abort: AbortController }

/**
 * Generates prompts, one at a time. `tooFew` is the sentence about a balance that is too low. Leads visitors to the
 * sign-in. Leaving the page stops the run.
 */
export function useGeneratePrompt() {
  const router = useRouter()
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [{ generation, tooFew }, dispatch] = useReducer(reduceGenerator, idleState)
  const running = useRef<Run | null>(null)
  useEffect(() => () => running.current?.abort.abort(), [])

  const refreshHistory = () => queryClient.invalidateQueries({ queryKey: ['/api/user/generations'] })

  async function follow(run: Run) {
    const { key } = run
    try {
      await runStream<GeneratorEvents>('POST /api/prompt-generator', {
        body: run.input,
        idempotencyKey: key,
        signal: run.abort.signal,
        isLast: ({ event }) => event === 'done' || event === 'error',
        onCut: () => dispatch({ type: 'disconnected', key }),
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
      // The outcome of the run is unknown, so the balance is read again.
      else refreshCreditsAfterRun()
      if (error.code === 'authentication_required') expireSession()
    }
    if (running.current === run) running.current = null
    await refreshHistory()
  }

  /**
   * Starts a run, unless one is in progress, so that a double click starts only one. Returns false if none is in progress
   * then: the visitor has to sign in first, or the balance is too low.
   */
  function generate(input: GeneratorInput, price: number): boolean {
    if (running.current) return true
    if (readSession().state !== 'in') {
      goToSignIn(router)
      return false
    }
    const { credits } = readCredits()
    if (credits !== null && credits < price) {
      dispatch({ type: 'tooFew', message: insufficientCreditsMessage(price, credits) })
      return false
    }
    const run = { input, key: newIdempotencyKey(), startedAt: performance.now(), abort: new AbortController() }
    running.current = run
    dispatch({ type: 'started', runKey: run.key })
    void follow(run)
    return true
  }

  /** Stops the run. Its text so far is stored and charged; before the first word, nothing is. */
  function stop() {
    const run = running.current
    if (!run || !generation) return
    run.abort.abort()
    dispatch({ type: 'stopped', key: run.key })
    if (generation.text !== '') return void settle(run, generation.runId)
    running.current = null
    refreshCreditsAfterRun()
  }

  /** Shows what the server stored of a stopped run. */
  async function settle(run: Run, runId: string | null) {
    const time = performance.now() - run.startedAt
    const stored = await settleGeneration(api, runId)
    if (running.current !== run) return
    running.current = null
    refreshCreditsAfterRun()
    dispatch({ type: 'settled', key: run.key, stored, time })
    await refreshHistory()
  }

  return {
    generation,
    tooFew,
    closeTooFew: () => dispatch({ type: 'tooFew', message: null }),
    generate,
    stop,
    /** Shows an earlier prompt. */
    show: (prompt: GeneratedPrompt, model: string, price: number) => {
      running.current?.abort.abort()
      running.current = null
      dispatch({ type: 'opened', prompt, model, price })
    },
  }
}
