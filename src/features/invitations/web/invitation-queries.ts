import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The invitations; those that still work come first. Always refetched, since admins open the list to change it. */
export function invitationsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/invitations'), staleTime: 0 })
}
