import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** Memberships decide what somebody may see, so each visit requests them again. */
const fresh = { staleTime: 0 } as const

type PageQuery = { q?: string; cursor?: string }

/** The groups that the member is in. */
export function ownGroupsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/groups'), ...fresh })
}

/** A group as its members see it. */
export function groupQuery(api: Api, slug: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/groups/{slug}', { params: { slug } }), ...fresh })
}

/** A page of the members of a group. */
export function groupMembersQuery(api: Api, slug: string, query: PageQuery) {
  const input = { params: { slug }, query }
  const options = apiQuery(api, 'GET /api/groups/{slug}/members', input)
  return queryOptions({ ...options, ...fresh, placeholderData: keepPreviousData })
}

/** A page of all groups, for admins. */
export function adminGroupsQuery(api: Api, query: PageQuery) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/admin/groups', { query }),
    ...fresh,
    placeholderData: keepPreviousData,
  })
}

/** A group with its settings, for admins. */
export function adminGroupQuery(api: Api, slug: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/groups/{slug}', { params: { slug } }), ...fresh })
}

/** What went wrong with people's groups at the OpenID provider, for admins. */
export function claimProblemsQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/admin/group-claim-problems'), ...fresh })
}
