import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The people the member blocked or muted. Always refetched, since members open the list to change it. */
export function blocksQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/blocks'), staleTime: 0 })
}
