import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Up to 10 tags in use that begin with these letters. */
export function tagSuggestionsQuery(api: Api, letters: string) {
  return queryOptions(apiQuery(api, 'GET /api/tags', { query: { q: letters } }))
}
