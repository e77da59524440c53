import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** How long loaded credit data counts as fresh, in ms. */
const freshMs = 5_000

/** Never reuses a stored response, because the header may already show a newer balance. */
const rules = { reuseMs: 0 }

/** Returns the query for the member's summary: where their credits come from, and when the next credits arrive. */
export function creditSummaryQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/credits/summary', { rules }), staleTime: freshMs })
}

/** Returns the query for a page of the member's ledger. The previous page stays visible while another page loads. */
export function creditHistoryQuery(api: Api, cursor?: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/credits/history', { query: { cursor, limit: 20 }, rules }),
    staleTime: freshMs,
    placeholderData: (page) => page,
  })
}
