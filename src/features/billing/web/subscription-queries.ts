import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** What one just changed must show: no answer is given twice by the request client. */
const rules = { reuseMs: 0 }

/** One's own subscription. */
export function subscriptionQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/subscription/status', { rules }), staleTime: 0 })
}

/** What Premium costs here. */
export function plansQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/subscription/plans'))
}

/** One's newest invoices. */
export function invoicesQuery(api: Api) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/subscription/invoices', { query: { limit: 24 }, rules }),
    staleTime: 0,
  })
}
