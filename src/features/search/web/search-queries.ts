import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'
import { queryRules } from '#client/query-client.ts'
import { readersLanguage } from '#client/readers-language.ts'

/** The parameters of a search, as in its address. A `cursor` requires `type`. */
export type SearchInput = Input<'GET /api/search'>['query']

/**
 * Requests the results of a search. The term is trimmed, so ` cat` and `cat` are the same search. Incomplete results are
 * requested again when they are needed again.
 */
export function searchQuery(api: Api, { q = '', ...rest }: NonNullable<SearchInput>) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/search', { query: { q: q.trim(), ...rest, prefer: readersLanguage() } }),
    staleTime: ({ state }) => (state.data?.isIncomplete ? 0 : queryRules.freshMs),
  })
}
