import { queryOptions } from '@tanstack/react-query'
import type { OwnKeys } from '#features/models/contract.ts'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The models of this site, with price and availability; with a member's key at OpenRouter, also those that need one. */
export function modelsQuery(api: Api, keys: OwnKeys = {}) {
  return queryOptions(apiQuery(api, 'GET /api/models', { query: keys.openrouter ? { routed: 'true' } : {} }))
}

/** The sources of models, for the operator. Always fetched again, since people open it to see what is wrong now. */
export function modelReportQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/models'), staleTime: 0 })
}
