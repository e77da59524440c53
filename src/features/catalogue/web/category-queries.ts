import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** All categories, in the order in which pages show them. */
export function categoriesQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/categories'))
}

/** One category, by id or slug. */
export function categoryQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/categories/{id}', { params: { id } }))
}
