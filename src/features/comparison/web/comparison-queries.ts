import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** The transport must not reuse responses, because the reader may have just changed the comparison. */
const rules = { reuseMs: 0 }

/**
 * Returns the query for a comparison as the reader may see it. `hidesNames` hides the models' names until the reader
 * has voted, except from the comparison's owner.
 */
export function comparisonQuery(api: Api, id: string, hidesNames = false) {
  const query = hidesNames ? { blind: 'true' as const } : {}
  return queryOptions({ ...apiQuery(api, 'GET /api/comparisons/{id}', { params: { id }, query, rules }), staleTime: 0 })
}

/** Returns the query for a page of the member's own comparisons, newest first. */
export function ownComparisonsQuery(api: Api, cursor?: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/comparisons', { query: { limit: 10, cursor }, rules }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Returns the query for a page of the comparisons of the prompt with this id, most recently published first. */
export function promptComparisonsQuery(api: Api, id: string, cursor?: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/prompts/{id}/comparisons', { params: { id }, query: { limit: 10, cursor }, rules }),
    placeholderData: keepPreviousData,
  })
}
