import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Input } from '#client/endpoints.ts'

type Paging = Input<'GET /api/top-contributors'>['query']
type AuthorPaging = Input<'GET /api/authors/{name}'>['query']
type ProfilePaging = Input<'GET /api/users/{username}'>['query']

/** Returns the query for a page of contributors, sorted by score. */
export function contributorsQuery(api: Api, paging: Paging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/top-contributors', { query: paging }))
}

/** Returns the query for a user by name in any letter case, with a page of their published prompts. */
export function profileQuery(api: Api, username: string, paging: ProfilePaging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/users/{username}', { params: { username }, query: paging }))
}

/** Returns the query for the member's own bio and link, for the form that changes them. */
export function ownProfileQuery(api: Api) {
  return queryOptions({ ...apiQuery(api, 'GET /api/user/profile'), staleTime: 0 })
}

/** Returns the query for a credited author by name in any letter case, with a page of the prompts that credit them. */
export function authorQuery(api: Api, name: string, paging: AuthorPaging = {}) {
  return queryOptions(apiQuery(api, 'GET /api/authors/{name}', { params: { name }, query: paging }))
}
