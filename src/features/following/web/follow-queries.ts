import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** A page of what the member follows. Fetched on every visit, since any button can change it. */
export function followsQuery(api: Api, { cursor }: { cursor?: string }) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/follows', { query: { cursor, limit: 50 } }), staleTime: 0 })
}
