import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import type { GeneratedPrompt, GeneratorEvents, GeneratorWish } from '#features/generator/contract.ts'
import { ApiError } from '#web/api-error.ts'
import { newOnceKey } from '#web/once-key.ts'
import { runStream } from '#web/run-stream.ts'
import { afterEvent, begunGeneration, type Generation } from './generation-state.ts'
import { settleGeneration } from './settle-generation.ts'

type Run = { wish: GeneratorWish; key: string; begun: number; abort: AbortController }

const nothingCharged = 'Stopped before its first word. Nothing was charged.'

/**
 * Lets prompts be written, one at a time. `tooFew` is the sentence of a balance that is too low. Who isn't signed in is
 * led to the sign-in; who leaves the page stops the run.
 */
export function useGeneratePrompt() {
  const router = useRouter()
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [generation, setGeneration] = useState<Generation | null>(null)
  const [tooFew, setTooFew] = useState<string | null>(null)
  const running = useRef<Run | null>(null)
  useEffect(() => () => running.current?.abort.abort(), [])

  async function listen(run: Run) {
    const isMine = () => running.current === run
    const change = (next: (before: Generation) => Generation) => {
      if (isMine()) setGeneration((before) => next(before ?? begunGeneration))
    }
    try {
      await runStream<GeneratorEvents>('POST /api/prompt-generator', {
        body: run.wish,
        idempotencyKey: run.key,
        signal: run.abort.signal,
        isLast: ({ event }) => event === 'done' || event === 'error',
        onCut: () => change((before) => ({ ...before, lost: true })),
        onEvent: (event) => {
          change((before) => afterEvent(before, event, performance.now() - run.begun))
          const { credits } = 'credits' in event.data ? event.data : {}
          if (credits !== undefined) announceCredits({ credits, forced: true, source: 'ai-service' })
        },
      })
    } catch (error) {
      if (run.abort.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      change((before) => ({ ...before, phase: 'failed', failure: error.message, lost: false }))
      tell(error, run)
    }
    if (isMine()) running.current = null
    await queryClient.invalidateQueries({ queryKey: ['/api/user/generations'] })
  }

  function tell({ status, credits, message, code }: ApiError, run: Run) {
    if (credits !== undefined) announceCredits({ credits, source: 'ai-service' })
    // It isn't known what became of it: the balance is asked for.
    else refreshCreditsAfterRun()
    if (code === 'authentication_required') expireSession()
    if (status !== 402) return
    setGeneration(null)
    running.current = running.current === run ? null : running.current
    setTooFew(message)
  }

  /**
   * Begins, unless a run goes on: a second click is none for a second run. False when nothing runs: somebody has to sign
   * in, or the balance is known to be too low.
   */
  function generate(wish: GeneratorWish, price: number): boolean {
    if (running.current) return true
    if (readSession().state !== 'in') {
      goToSignIn(router)
      return false
    }
    const { credits } = readCredits()
    if (credits !== null && credits < price) {
      setTooFew(insufficientCreditsMessage(price, credits))
      return false
    }
    const run = { wish, key: newOnceKey(), begun: performance.now(), abort: new AbortController() }
    running.current = run
    setGeneration(begunGeneration)
    void listen(run)
    return true
  }

  /** Stops. What was written so far is kept and charged; before the first word nothing is. */
  function stop() {
    const run = running.current
    if (!run || !generation) return
    run.abort.abort()
    if (generation.text === '') {
      running.current = null
      setGeneration({ ...generation, phase: 'failed', failure: nothingCharged })
      refreshCreditsAfterRun()
      return
    }
    setGeneration({ ...generation, settling: true })
    void settle(run, generation)
  }

  /** Shows what the server kept of a run that was stopped. */
  async function settle(run: Run, stopped: Generation) {
    const time = performance.now() - run.begun
    const kept = await settleGeneration(api, stopped.runId)
    if (running.current !== run) return
    running.current = null
    refreshCreditsAfterRun()
    const { prompt = null } = kept ?? {}
    if (prompt)
      setGeneration({ ...stopped, phase: 'done', prompt, text: prompt.content, price: kept?.price ?? null, time })
    else
      setGeneration({ ...stopped, phase: 'failed', failure: kept?.failure ?? 'It was stopped. See your runs.', time })
    await queryClient.invalidateQueries({ queryKey: ['/api/user/generations'] })
  }

  return {
    generation,
    tooFew,
    closeTooFew: () => setTooFew(null),
    generate,
    stop,
    /** Shows a prompt that was written before. */
    show: (prompt: GeneratedPrompt, model: string, price: number) => {
      running.current?.abort.abort()
      running.current = null
      setGeneration({ ...begunGeneration, phase: 'done', prompt, text: prompt.content, model, price })
    },
  }
}
