import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Whose webhooks: the member's own, with `site` those of the site, or with `group` those of a group, by its slug. */
export type WebhookScope = { site?: boolean; group?: string }

export function webhooksQuery(api: Api, { site, group }: WebhookScope) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/webhooks', { query: { site: site ? 'true' : 'false', group } }),
    staleTime: 0,
  })
}

/** What was last sent to a webhook. It is requested again each time it is shown. */
export function deliveriesQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/webhooks/{id}/deliveries', { params: { id } }), staleTime: 0 })
}
