import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Requests the member's API tokens, newest first. They are requested again each time the list opens, because people open
 * it to change it.
 */
export function tokensQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/tokens'), staleTime: 0 })
}

/** Requests a user's API tokens for an admin. */
export function userTokensQuery(api: Api, userId: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/admin/users/{userId}/tokens', { params: { userId } }),
    staleTime: 0,
  })
}
