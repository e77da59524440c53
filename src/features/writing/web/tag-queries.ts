import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** Up to 10 tags in use that begin with these letters. */
export function tagSuggestionsQuery(api: Api, letters: string) {
  return queryOptions(apiQuery(api, 'GET /api/tags', { query: { q: letters } }))
}
