import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Requests the member's value sets for a prompt, sorted by name. They are fetched again each time the list opens,
 * so that nobody edits an outdated list.
 */
export function valueSetsQuery(api: Api, promptId: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/prompts/{id}/value-sets', { params: { id: promptId } }),
    staleTime: 0,
  })
}
