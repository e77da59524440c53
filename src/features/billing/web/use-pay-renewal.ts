import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { creditSummaryQuery } from '#features/credits/web/credit-queries.ts'
import { refreshCredits } from '#features/credits/web/credit-store.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { invoicesQuery, subscriptionQuery } from './subscription-queries.ts'

/**
 * Returns functions for paying an unpaid renewal: `payWith` pays with another test card, in the sandbox; `openPortal`
 * opens Stripe's pages, where the user can change the card.
 */
export function usePayRenewal() {
  const { api } = useRouteContext({ from: '__root__' })
  const client = useQueryClient()
  const [pending, setPending] = useState(false)

  async function run(work: () => Promise<void>) {
    if (pending) return
    setPending(true)
    try {
      await work()
    } catch (error) {
      notify({ title: t('Payment setup failed'), text: (error as ApiError).message, isFailure: true })
    } finally {
      setPending(false)
    }
  }
  return {
    pending,
    payWith: (paymentMethodId: string) =>
      run(async () => {
        const idempotencyKey = newIdempotencyKey()
        const status = await api('POST /api/subscription/pay', { body: { paymentMethodId }, idempotencyKey })
        client.setQueryData(subscriptionQuery(api).queryKey, status)
        // The first part of the key is the endpoint's path, so this matches invoices with any query.
        await client.invalidateQueries({ queryKey: invoicesQuery(api).queryKey.slice(0, 1) })
        await client.invalidateQueries({ queryKey: creditSummaryQuery(api).queryKey })
        await refreshCredits({ forced: true })
        notify({ title: t('Payment received'), text: t('Your subscription continues.') })
      }),
    openPortal: () =>
      run(async () => {
        const { url } = await api('POST /api/subscription/portal')
        window.location.assign(url)
      }),
  }
}
