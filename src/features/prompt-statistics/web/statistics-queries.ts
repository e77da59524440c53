import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Requests the statistics of a member's own prompt (id or slug) for a year, by default the current one. */
export function statisticsQuery(api: Api, id: string, year?: number) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/prompts/{id}/statistics', { params: { id }, query: { year } }),
    retry: false,
  })
}

/** Requests the views of some of a member's prompts, in blocks of days that ended in the last `shownDays` days. */
export function ownReadsQuery(api: Api, promptIds: string[]) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/reads', { query: { promptIds: promptIds.join(',') } }),
    staleTime: 0,
  })
}
