import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'

/**
 * The prompt `id` (id or slug) as the server has it now, for editing. It never comes from a cache, and isn't refetched
 * automatically while a component shows it.
 */
export function promptToEditQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['prompt to edit', id],
    queryFn: () => api('GET /api/prompts/{id}', { params: { id }, fresh: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Up to 100 versions of the prompt `id` (id or slug), newest first. With `before`, only those with a lower number. */
export function promptVersionsQuery(api: Api, id: string, before?: number) {
  const query = { limit: 100, ...(before && { before }) }
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/versions', { params: { id }, query }))
}

/** One page of the list of the member's own prompts. */
export function ownPromptsQuery(api: Api, filters: Input<'GET /api/user/prompts'>['query']) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/prompts', { query: filters }), staleTime: 0 })
}

/** The labels of the prompt `id` (id or slug) that the reader may see. */
export function labelsQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/labels', { params: { id } }))
}

/** A page of the moves of a prompt's labels, newest first. It is requested again each time it is shown. */
export function labelMovesQuery(api: Api, id: string, cursor?: string) {
  const query = cursor === undefined ? {} : { cursor }
  return queryOptions({
    ...apiQuery(api, 'GET /api/prompts/{id}/label-moves', { params: { id }, query }),
    staleTime: 0,
  })
}
