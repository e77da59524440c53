import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** The member's webhooks or, with `site`, those of the site. */
export function webhooksQuery(api: Api, site: boolean) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/webhooks', { query: { site: site ? 'true' : 'false' } }),
    staleTime: 0,
  })
}

/** What was last sent to a webhook. It is requested again each time it is shown. */
export function deliveriesQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/webhooks/{id}/deliveries', { params: { id } }), staleTime: 0 })
}
