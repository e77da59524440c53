import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * The member's own claims to credited names. They are refetched each time they are shown, because people open the list
 * to change it.
 */
export function ownClaimsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/claims'), staleTime: 0 })
}
