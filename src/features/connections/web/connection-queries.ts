import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** One's own accounts elsewhere that sign in here. Always asked anew: they are looked at to be changed. */
export function connectionsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/connections'), staleTime: 0 })
}
