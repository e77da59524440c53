import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** How the site is, for the operator. Always read again: people open it to see what is wrong now. */
export function healthQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/health', { rules: { reuseMs: 0 } }), staleTime: 0 })
}
