import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Subscription } from '#features/billing/contract.ts'
import { monthlyCredits } from '#features/credits/rules.ts'

/** Responses aren't reused, so that users see their own changes immediately. */
const rules = { reuseMs: 0 }

/** The user's subscription. */
export function subscriptionQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/subscription/status', { rules }), staleTime: 0 })
}

export function plansQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/subscription/plans'))
}

/** The user's newest invoices. */
export function invoicesQuery(api: Api) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/subscription/invoices', { query: { limit: 24 }, rules }),
    staleTime: 0,
  })
}

/** Returns how many credits the next period brings: Premium's if it will renew, otherwise the free plan's. */
export function nextAllowance({ hasActiveSubscription, status, cancelAtPeriodEnd }: Subscription): number {
  const willRenew = hasActiveSubscription && status === 'active' && !cancelAtPeriodEnd
  return monthlyCredits[willRenew ? 'premium' : 'free']
}
