import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Requests the apps that act for the member, newest first. They are requested again each time the list opens, because
 * people open it to change it.
 */
export function appsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/apps'), staleTime: 0 })
}

/** Requests for an admin how many apps act for a user. */
export function appCountQuery(api: Api, userId: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/users/{userId}/apps', { params: { userId } }), staleTime: 0 })
}
