import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The invitations to register, newest first. Never cached: admins open this to change them. */
export function invitationsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/invitations'), staleTime: 0 })
}
