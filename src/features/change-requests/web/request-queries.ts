import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/**
 * Which suggested edits the list shows: those for the member's prompts or, with the role `proposer`, those that the
 * member suggested. `decided` selects the decided, withdrawn and removed ones instead of the pending ones.
 */
export type RequestSearch = { role?: 'proposer'; decided?: true; cursor?: string }

/** A page of suggested edits, fetched again on each visit, because other people may have changed them. */
export function requestsQuery(api: Api, { role = undefined, decided, cursor }: RequestSearch) {
  const query = { role: role ?? ('author' as const), pending: decided ? ('false' as const) : ('true' as const), cursor }
  return queryOptions({ ...apiQuery(api, 'GET /api/user/change-requests', { query }), staleTime: 0 })
}

/** One suggested edit with its texts. */
export function requestQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/change-requests/{id}', { params: { id } }), staleTime: 0 })
}

/** The newest undecided edits that the member has suggested, at most 100. */
export function ownPendingQuery(api: Api) {
  const query = { role: 'proposer' as const, pending: 'true' as const, limit: 100 }
  return queryOptions({ ...apiQuery(api, 'GET /api/user/change-requests', { query }), staleTime: 0 })
}
