import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Returns the query for a page of what the member follows. Each visit requests the page again, because any follow
 * button can change it.
 */
export function followsQuery(api: Api, { cursor }: { cursor?: string }) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/follows', { query: { cursor, limit: 50 } }), staleTime: 0 })
}
