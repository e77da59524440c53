import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Credits are fresh this long, in ms (contract "Pages"). */
const freshMs = 5_000

/** What the chip learned of elsewhere must be read anew: no answer is given twice by the request client. */
const rules = { reuseMs: 0 }

/** Where one's credits come from and when the next ones do. */
export function creditSummaryQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/credits/summary', { rules }), staleTime: freshMs })
}

/** A page of one's own ledger; while the next one is read, the one before stays. */
export function creditHistoryQuery(api: Api, cursor?: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/credits/history', { query: { cursor, limit: 20 }, rules }),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
}
