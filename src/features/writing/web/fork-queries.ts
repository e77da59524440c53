import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** A page of a prompt's forks. `id`: the prompt's id or slug. */
export function forksQuery(api: Api, id: string, cursor?: string) {
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/forks', { params: { id }, query: { cursor } }))
}
