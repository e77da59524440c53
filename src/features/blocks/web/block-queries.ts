import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * The people whom the member blocked or muted. The list is always fetched again, because members open it to change it.
 */
export function blocksQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/blocks'), staleTime: 0 })
}
