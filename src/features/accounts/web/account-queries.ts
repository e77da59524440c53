import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Where one is signed in, last used first. Always asked anew: it is looked at when something seems wrong. */
export function sessionsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/sessions'), staleTime: 0 })
}
