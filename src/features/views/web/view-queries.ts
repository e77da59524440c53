import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { shownDays } from '#features/views/rules.ts'

const days = shownDays

/** Requests the recent views of all prompts, for admins. */
export function siteViewsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/views', { query: { days } }), staleTime: 0 })
}
