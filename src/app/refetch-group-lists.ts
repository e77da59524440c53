import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * The API paths of lists in which a member also finds the prompts of their groups, with the most important first. The
 * server renders them for everybody, so its pages lack these prompts.
 */
const listPaths = [
  '/api/search',
  '/api/prompts',
  '/api/prompts/category/{id}',
  '/api/prompts/newest',
  '/api/prompts/recent',
  '/api/prompts/highest-rated',
  '/api/prompts/most-copied',
  '/api/prompts/related/{id}',
  '/api/prompts/related',
  '/api/filters',
]

/** How many lists are requested again at once. Others are when their page opens next. */
const requestsMax = 3

const rankOf = ({ queryKey }: Query) => listPaths.indexOf(String(queryKey[0]))
const isList = (query: Query) => rankOf(query) >= 0

/**
 * Requests the lists on the page again, now for the signed-in member, and marks all other cached lists as stale. Never
 * rejects: a list that can't be loaded stays as it is.
 */
export async function refetchGroupLists(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ predicate: isList, refetchType: 'none' })
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isList })
  const first = shown.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, requestsMax)
  await queryClient.refetchQueries({ type: 'active', predicate: (query) => first.includes(query) })
}
