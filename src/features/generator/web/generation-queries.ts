import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Returns the query for a page of the member's generations, newest first. No response is reused (`reuseMs`), because
 * each run changes the list.
 */
export function generationsQuery(api: Api, cursor?: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/generations', { query: { limit: 10, cursor }, rules: { reuseMs: 0 } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
