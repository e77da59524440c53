import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'
import type { Input } from '#web/endpoints.ts'

/** The filters and `cursor` of the list, as in the URL. */
export type ToolFilters = Input<'GET /api/tools'>['query']

/** A page of tools, filtered and sorted. */
export function toolsQuery(api: Api, filters: ToolFilters = {}) {
  return queryOptions(apiQuery(api, 'GET /api/tools', { query: filters }))
}

/** The editors' choice. */
export function featuredToolsQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/tools/featured'))
}

/** The number of tools of each type and price. */
export function toolCountsQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/tools/counts'))
}

/** One tool, by id or slug. */
export function toolQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/tools/{id}', { params: { id } }))
}

/** Tools for the topic of a prompt. */
export function relatedToolsQuery(api: Api, { tags, category }: { tags: string[]; category: { slug: string } }) {
  const query = { tags: tags.join(','), category: category.slug }
  return queryOptions(apiQuery(api, 'GET /api/tools/related', { query }))
}
