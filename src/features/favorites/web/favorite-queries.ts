import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'

export type FavoriteFilters = Input<'GET /api/favorites'>['query']

/**
 * Returns the query for a page of the member's saved prompts. Each visit requests the page again, because a button on
 * any prompt card can change it.
 */
export function favoritesQuery(api: Api, filters: FavoriteFilters = {}) {
  return queryOptions({ ...apiQuery(api, 'GET /api/favorites', { query: filters }), staleTime: 0 })
}
