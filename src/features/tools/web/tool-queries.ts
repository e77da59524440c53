import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'

/** What the list is searched for, its filters, its sort order, and which page of it to request. */
export type ToolListQuery = Input<'GET /api/tools'>['query']

/** Requests a page of tools, filtered and sorted. */
export function toolsQuery(api: Api, query: ToolListQuery = {}) {
  return queryOptions(apiQuery(api, 'GET /api/tools', { query }))
}

/** Requests the tools chosen by the editors. */
export function featuredToolsQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/tools/featured'))
}

/** Requests how many tools of each type and price there are. */
export function toolCountsQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/tools/counts'))
}

/** Requests one tool by id or slug. */
export function toolQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/tools/{id}', { params: { id } }))
}

/** Requests tools for the topic of a prompt. */
export function relatedToolsQuery(api: Api, { tags, category }: { tags: string[]; category: { slug: string } }) {
  const query = { tags: tags.join(','), category: category.slug }
  return queryOptions(apiQuery(api, 'GET /api/tools/related', { query }))
}
