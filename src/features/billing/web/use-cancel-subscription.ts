import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'
import { subscriptionQuery } from './subscription-queries.ts'

/** Returns functions that cancel Premium and that undo a cancellation. Both return whether they succeeded. */
export function useCancelSubscription() {
  const { api } = useRouteContext({ from: '__root__' })
  const client = useQueryClient()
  const [pending, setPending] = useState(false)

  async function send(action: 'cancel' | 'resume'): Promise<boolean> {
    if (pending) return false
    setPending(true)
    try {
      const status = await api(`POST /api/subscription/${action}`)
      client.setQueryData(subscriptionQuery(api).queryKey, status)
      const until = status.currentPeriodEnd ? usDate(status.currentPeriodEnd) : ''
      const remaining = status.hasActiveSubscription ? `You have Premium until ${until}.` : 'Premium has ended.'
      if (action === 'cancel') notify({ title: 'Subscription canceled', text: remaining })
      else notify({ title: 'Subscription resumed', text: `It renews on ${until}.` })
      return true
    } catch (error) {
      const title = action === 'cancel' ? 'Cancellation failed' : 'The subscription was not resumed'
      notify({ title, text: (error as ApiError).message, isFailure: true })
      return false
    } finally {
      setPending(false)
    }
  }
  return { pending, cancel: () => send('cancel'), resume: () => send('resume') }
}
