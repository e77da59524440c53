import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** What a collection's prompts cost an agent as skills. */
export function skillCostQuery(api: Api, id: string) {
  return queryOptions(apiQuery(api, 'GET /api/collections/{id}/skills', { params: { id } }))
}

/** Since when the member has a private address of skills. It is requested again each time it is shown. */
export function skillAddressQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/skill-address'), staleTime: 0 })
}
