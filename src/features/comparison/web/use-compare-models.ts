import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import type { ComparisonEvents } from '#features/comparison/contract.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import type { OfferedModel } from '#features/models/web/offered-model.ts'
import { notify } from '#ui/notice.tsx'
import { ApiError } from '#web/api-error.ts'
import type { Input } from '#web/endpoints.ts'
import { newOnceKey } from '#web/once-key.ts'
import { type EventOf, runStream } from '#web/run-stream.ts'
import { begunRun, type LiveRun, runAfter } from './answer-view.ts'
import { pendingRun, type RunWish } from './pending-run.ts'

/**
 * Asks several models at once. `hash` is of the part of the page that does so, to come back to from the sign-in. `run` is what is known while it lasts, `endedId` the comparison that was kept, `failure`
 * why there is none, `tooFew` the sentence of a balance that is too low. Who leaves the page stops all.
 */
export function useCompareModels(hash = '') {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { api } = useRouteContext({ from: '__root__' })
  const [run, setRun] = useState<LiveRun | null>(null)
  const [endedId, setEndedId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tooFew, setTooFew] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  function hear(event: EventOf<ComparisonEvents>) {
    setRun((before) => before && runAfter(before, event))
    if ('credits' in event.data && event.data.credits !== undefined)
      announceCredits({ credits: event.data.credits, forced: true, source: 'ai-service' })
    if (event.event === 'end') setEndedId(event.data.comparisonId)
    if (event.event === 'error' && event.data.model === undefined) setFailure(event.data.error)
  }

  async function listen(body: Input<'POST /api/comparisons'>['body'], signal: AbortSignal) {
    try {
      await runStream<ComparisonEvents>('POST /api/comparisons', {
        body,
        idempotencyKey: newOnceKey(),
        signal,
        isLast: ({ event, data }) => event === 'end' || (event === 'error' && !('model' in data && data.model)),
        onCut: () => setRun((before) => before && { ...before, lost: true }),
        onEvent: hear,
      })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      tell(error)
    }
    setRun((before) => before && { ...before, lost: false })
    abort.current = null
    await queryClient.invalidateQueries({ queryKey: ['/api/user/comparisons'] })
  }

  function tell({ status, credits, code, message }: ApiError) {
    if (credits !== undefined) announceCredits({ credits, source: 'ai-service' })
    else refreshCreditsAfterRun()
    if (code === 'authentication_required') expireSession()
    if (status === 402) setTooFew(message)
    else setFailure(message)
    setRun(null)
  }

  return {
    run,
    endedId,
    failure,
    tooFew,
    closeTooFew: () => setTooFew(null),
    /** Begins, unless a run goes on, somebody has to sign in first, or the balance is known to be too low. */
    compare(wish: RunWish, models: OfferedModel[]) {
      if (abort.current) return
      const names = models.map(({ id }) => id)
      if (readSession().state !== 'in') return void goToSignIn(router, pendingRun(wish, names), { hash })
      const price = models.reduce((sum, model) => sum + model.price, 0)
      const { credits } = readCredits()
      if (credits !== null && credits < price) return setTooFew(insufficientCreditsMessage(price, credits))
      const controller = new AbortController()
      abort.current = controller
      setFailure(null)
      setEndedId(null)
      setRun(begunRun(models, wish.blind))
      void listen({ ...wish, models: names }, controller.signal)
    },
    /** Stops these models; the others go on. What was written so far is kept and charged. */
    async stop(names: string[]) {
      const id = run?.id
      if (!id) return
      try {
        await Promise.all(
          names.map((model) => api('POST /api/comparisons/{id}/stop', { params: { id }, body: { model } })),
        )
      } catch (error) {
        notify({ title: 'Not stopped', text: error instanceof Error ? error.message : undefined, failed: true })
      }
    },
  }
}
