import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { OwnKeys } from '#features/models/contract.ts'

/**
 * Requests the models of this site. With a member's OpenRouter key, the list includes models that work only with such a
 * key.
 */
export function modelsQuery(api: Api, keys: OwnKeys = {}) {
  return queryOptions(apiQuery(api, 'GET /api/models', { query: keys.openrouter ? { routed: 'true' } : {} }))
}

/**
 * Requests the operator's report on models. Every visit to the page requests it again, because the operator wants to see
 * the current state.
 */
export function modelReportQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/models'), staleTime: 0 })
}
