import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The health of the site. Always fetched again, since people open it to see what is wrong now. */
export function healthQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/health', { rules: { reuseMs: 0 } }), staleTime: 0 })
}
