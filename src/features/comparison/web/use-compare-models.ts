import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Input } from '#client/endpoints.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { type EventOf, runStream } from '#client/run-stream.ts'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { expireSession } from '#features/accounts/web/session-lifecycle.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import type { ComparisonEvents } from '#features/comparison/contract.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { announceCredits, readCredits } from '#features/credits/web/credit-store.ts'
import { refreshCreditsAfterRun } from '#features/credits/web/refresh-after-run.ts'
import { type MemberModel, priceOf } from '#features/models/web/offered-model.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { applyEvent, type LiveRun, newRun } from './answers/answer-view.ts'
import { pendingActionOf, type RunInput } from './pending-run.ts'

/**
 * Asks several models at the same time. `hash` is the section of the page to which a sign-in returns, such as
 * `#compare`. Returns the current or last run, how many runs have started, the stored comparison's id (`endedId`), an
 * error message (`failure`) and one about too few credits (`shortage`). Leaving the page stops the run.
 */
export function useCompareModels(hash = '') {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { api } = useRouteContext({ from: '__root__' })
  const [run, setRun] = useState<LiveRun | null>(null)
  const [endedId, setEndedId] = useState<string | null>(null)
  const [runCount, setRunCount] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [shortage, setShortage] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  function handleEvent(event: EventOf<ComparisonEvents>) {
    setRun((before) => before && applyEvent(before, event))
    if ('credits' in event.data && event.data.credits !== undefined)
      announceCredits({ credits: event.data.credits, forced: true, source: 'ai-service' })
    if (event.event === 'end') setEndedId(event.data.comparisonId)
    if (event.event === 'error' && event.data.model === undefined) setFailure(event.data.error)
  }

  async function ask(body: Input<'POST /api/comparisons'>['body'], idempotencyKey: string, signal: AbortSignal) {
    try {
      await runStream<ComparisonEvents>('POST /api/comparisons', {
        body,
        idempotencyKey,
        signal,
        isLast: ({ event, data }) => event === 'end' || (event === 'error' && !('model' in data && data.model)),
        onDisconnect: () => setRun((before) => before && { ...before, isReconnecting: true }),
        onEvent: handleEvent,
      })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      handleFailure(error)
    }
    setRun((before) => before && { ...before, isReconnecting: false })
    abort.current = null
    await queryClient.invalidateQueries({ queryKey: ['/api/user/comparisons'] })
  }

  function handleFailure({ status, credits, code, message }: ApiError) {
    if (credits !== undefined) announceCredits({ credits, source: 'ai-service' })
    else refreshCreditsAfterRun()
    if (code === 'authentication_required') expireSession()
    if (status === 402) setShortage(message)
    else setFailure(message)
    setRun(null)
  }

  return {
    run,
    runCount,
    endedId,
    failure,
    shortage,
    closeShortage: () => setShortage(null),
    /**
     * Starts a run, unless one is running. A visitor is sent to the sign-in page instead. If the balance is too low,
     * sets `shortage` instead.
     */
    compare(input: RunInput, models: MemberModel[], key = newIdempotencyKey()) {
      if (abort.current) return
      const modelIds = models.map(({ id }) => id)
      const price = priceOf(models)
      if (readSession().state !== 'signedIn')
        return void goToSignIn(router, pendingActionOf(input, modelIds, price), { hash })
      const { credits } = readCredits()
      if (credits !== null && credits < price) return setShortage(insufficientCreditsMessage(price, credits))
      const controller = new AbortController()
      abort.current = controller
      setFailure(null)
      setEndedId(null)
      setRun(newRun(models, input.blind))
      setRunCount((count) => count + 1)
      void ask({ ...input, models: modelIds }, key, controller.signal)
    },
    /**
     * Stops these models, while the others continue. If a stopped model has already written something, its text is
     * stored and its price is charged.
     */
    async stop(modelIds: string[]) {
      const id = run?.id
      if (!id) return
      try {
        await Promise.all(
          modelIds.map((model) => api('POST /api/comparisons/{id}/stop', { params: { id }, body: { model } })),
        )
      } catch (error) {
        notify({ title: t('Not stopped'), text: error instanceof Error ? error.message : undefined, isFailure: true })
      }
    },
  }
}
