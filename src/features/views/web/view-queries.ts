import { queryOptions } from '@tanstack/react-query'
import { shownDays } from '#features/views/rules.ts'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

const days = shownDays

/** Requests the recent views of all prompts, for admins. */
export function siteViewsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/views', { query: { days } }), staleTime: 0 })
}
