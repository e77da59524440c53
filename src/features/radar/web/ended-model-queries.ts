import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

export type Scope = 'mine' | 'site'

/** The ended models on which prompts depend: the member's own, or everybody's. */
export function endedModelsQuery(api: Api, scope: Scope) {
  return queryOptions({ ...apiQuery(api, 'GET /api/ended-models', { query: { scope } }), staleTime: 0 })
}

/** A page of the prompts that depend on a model. */
export function dependentsQuery(api: Api, query: { scope: Scope; model: string; cursor?: string }) {
  return queryOptions(apiQuery(api, 'GET /api/ended-models/prompts', { query }))
}
