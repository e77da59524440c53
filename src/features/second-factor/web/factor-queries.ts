import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** How one's second factor stands. Always asked anew: it is looked at to be changed. */
export function factorQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/second-factor'), staleTime: 0 })
}
