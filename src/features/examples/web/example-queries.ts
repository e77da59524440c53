import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'

/** How many examples a prompt's page shows at first, and adds with each “Load more”. */
export const examplesPerPage = 6

/** Returns the query for the first page of a prompt's examples. `id` is the prompt's id or slug. */
export function examplesQuery(api: Api, id: string) {
  const query = { limit: examplesPerPage }
  return queryOptions(apiQuery(api, 'GET /api/prompts/{id}/examples', { params: { id }, query }))
}

/** Returns the query for the newest examples of a member, for their page. */
export function userExamplesQuery(api: Api, username: string) {
  const query = { limit: examplesPerPage }
  return queryOptions(apiQuery(api, 'GET /api/users/{username}/examples', { params: { username }, query }))
}

/**
 * Returns the query for the member's own examples of a prompt (id), including those that only they can see. Each
 * visit requests them again.
 */
export function ownExamplesQuery(api: Api, prompt: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/user/examples', { query: { prompt }, rules: { reuseMs: 0 } }),
    staleTime: 0,
  })
}
