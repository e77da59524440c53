import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Requests the health of the site. Never reuses an earlier response, because people want to see what is wrong now. */
export function healthQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/health', { rules: { reuseMs: 0 } }), staleTime: 0 })
}
