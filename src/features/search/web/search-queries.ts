import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'
import type { Input } from '#web/endpoints.ts'

/** The search as it stands in the address. A `cursor` needs `type`. */
export type SearchInput = Input<'GET /api/search'>['query']

/** What a search finds. The term is trimmed, so that ` cat` and `cat` are one search. */
export function searchQuery(api: Api, { q = '', ...rest }: NonNullable<SearchInput>) {
  return queryOptions(apiQuery(api, 'GET /api/search', { query: { q: q.trim(), ...rest } }))
}
