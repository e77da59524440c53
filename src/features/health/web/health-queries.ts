import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Returns the query for the site's health. It never reuses a response, so the operator sees the current state. */
export function healthQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/health', { rules: { reuseMs: 0 } }), staleTime: 0 })
}
