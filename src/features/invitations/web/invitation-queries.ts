import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Returns the query for the invitations, those that still work first. Each visit to the page requests them again,
 * because admins come there to change them.
 */
export function invitationsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/invitations'), staleTime: 0 })
}
