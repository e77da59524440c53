import type { QueryClient } from '@tanstack/react-query'
import type { Home } from '#features/home/contract.ts'
import { homeSizes } from '#features/home/rules.ts'
import type { KnownAnswers } from '#web/api.ts'
import type { Answer } from '#web/endpoints.ts'
import { homeDataRules, homeKey } from './home-data.ts'

/**
 * On `/`, answers from fresh home data what it holds whole (spec section 7): home data itself, all categories, and the
 * list of prompts while there are so few that home shows every one. A longer list needs a cursor that home has not.
 */
export function homeAnswers(queryClient: QueryClient, pathname = () => location.pathname): KnownAnswers {
  return (name, query) => {
    const home = pathname() === '/' ? freshHome(queryClient) : undefined
    if (!home) return undefined
    if (name === 'GET /api/home') return query.includeAllTools === 'true' ? undefined : home
    if (name === 'GET /api/categories') return home.categories
    if (name === 'GET /api/prompts' || name === 'GET /api/prompts/newest') return allPrompts(home, query)
    return undefined
  }
}

/** A refresh must reach the server: data that is stale or marked so answers nobody. */
function freshHome(queryClient: QueryClient): Home | undefined {
  const state = queryClient.getQueryState<Home>(homeKey)
  const isFresh = state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < homeDataRules.staleMs
  return isFresh ? state.data : undefined
}

/** A shelf that is not full shows all there is. */
function allPrompts(
  { prompts, newest }: Home,
  { sort = 'newest', limit, ...filters }: Parameters<KnownAnswers>[1],
): Answer<'GET /api/prompts'> | undefined {
  const items = prompts ?? newest
  const isWhole = items.length < (prompts ? homeSizes.allPrompts : homeSizes.promptsPerSection)
  const isPlain = sort === 'newest' && Object.values(filters).every((value) => value === undefined)
  if (!isWhole || !isPlain || (limit !== undefined && Number(limit) < items.length)) return undefined
  return { items, nextCursor: null, total: items.length }
}
