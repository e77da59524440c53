import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { creditSummaryQuery } from '#features/credits/web/credit-queries.ts'
import { announceCredits } from '#features/credits/web/credit-store.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { invoicesQuery, subscriptionQuery } from './subscription-queries.ts'

/** Confirms a payment in the way that its provider requires. Throws an Error with a message for the user. */
export type Confirm = (clientSecret: string) => Promise<void>

type PendingConfirmation = { card: string; clientSecret: string }

/**
 * Returns what a form needs to buy Premium with a card. Each attempt has one key, so neither a second click nor a retry
 * after a network failure buys twice. `pendingConfirmation` is set while the bank requires a confirmation.
 */
export function useSubscribe(confirm: Confirm) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const client = useQueryClient()
  const key = useRef({ card: '', text: '' })
  const [pending, setPending] = useState(false)
  const [pendingConfirmation, setPendingConfirmation] = useState<PendingConfirmation | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function attempt(card: string) {
    if (key.current.card !== card) key.current = { card, text: newIdempotencyKey() }
    const body = { paymentMethodId: card }
    const response = await api('POST /api/subscription/create', { body, idempotencyKey: key.current.text })
    if (response.requiresAction) {
      setPendingConfirmation({ card, ...response.requiresAction })
      return
    }
    const { credits } = await api('GET /api/user/credits', { fresh: true })
    announceCredits({ credits, forced: true, source: 'subscription' })
    await Promise.all([
      client.invalidateQueries({ queryKey: subscriptionQuery(api).queryKey }),
      // The first part of the key is the endpoint's path, so this matches invoices with any query.
      client.invalidateQueries({ queryKey: invoicesQuery(api).queryKey.slice(0, 1) }),
      client.invalidateQueries({ queryKey: creditSummaryQuery(api).queryKey }),
    ])
    notify({
      title: t('Subscription created'),
      text: t('You have {credits} to spend.', { credits: formatCredits(credits) }),
    })
    await router.navigate({ to: '/subscription/success' })
  }

  async function run(work: () => Promise<void>) {
    if (pending) return
    setPending(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      const { status, message } = error as ApiError
      // The provider repeats a refusal for the same key, so the next attempt needs a new one. If a response was lost,
      // the retry uses the same key.
      if (status === 402) key.current = { card: '', text: '' }
      setPendingConfirmation(null)
      setRefusal(message)
      notify({ title: t('Subscription creation failed'), text: message, isFailure: true })
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    pendingConfirmation,
    refusal,
    buy: (card: string) => run(() => attempt(card)),
    confirm: () =>
      run(async () => {
        if (!pendingConfirmation) return
        await confirm(pendingConfirmation.clientSecret)
        await attempt(pendingConfirmation.card)
      }),
    cancelConfirmation: () => setPendingConfirmation(null),
  }
}
