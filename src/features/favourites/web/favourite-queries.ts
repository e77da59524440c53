import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'
import type { Input } from '#web/endpoints.ts'

export type FavouriteFilters = Input<'GET /api/favorites'>['query']

/** A page of one's own saved prompts. Read anew on every visit: it changes wherever a card is. */
export function favouritesQuery(api: Api, filters: FavouriteFilters = {}) {
  return queryOptions({ ...apiQuery(api, 'GET /api/favorites', { query: filters }), staleTime: 0 })
}
