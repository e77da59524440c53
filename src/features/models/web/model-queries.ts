import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The models of this site, with price and availability. */
export function modelsQuery(api: Api) {
  return queryOptions(apiQuery(api, 'GET /api/models'))
}

/** Where models answer, for the operator. Always fetched again: people open it to see what is wrong now. */
export function modelReportQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/models'), staleTime: 0 })
}
