import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

/** The member's API tokens, newest first. Fetched whenever the list opens, since people open it to change it. */
export function tokensQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/tokens'), staleTime: 0 })
}

/** A user's API tokens, for admins. */
export function userTokensQuery(api: Api, userId: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/admin/users/{userId}/tokens', { params: { userId } }),
    staleTime: 0,
  })
}
