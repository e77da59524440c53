import type { QueryClient } from '@tanstack/react-query'
import type { LocalResponses } from '#client/api.ts'
import type { Output } from '#client/endpoints.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import type { Home } from '#features/home/contract.ts'
import { homeSizes } from '#features/home/rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { homeDataRules, homeKey } from './home-data.ts'

/**
 * On `/`, answers requests from fresh home data where it has everything: the home data itself, all categories, and the
 * lists of prompts and tools if the home page shows all of them. Longer lists need a cursor, which the home data lacks.
 */
export function homeResponses(
  queryClient: QueryClient,
  pathname = () => location.pathname,
  isInGroups = () => readSession().user?.hasGroups === true,
): LocalResponses {
  return (name, query) => {
    const home = pathname() === '/' ? freshHome(queryClient) : undefined
    if (!home) return undefined
    if (name === 'GET /api/home') return query.includeAllTools === 'true' ? undefined : home
    if (name === 'GET /api/categories') return home.categories
    // A member's lists have prompts of their groups, which home data lacks.
    if (name.startsWith('GET /api/prompts') && isInGroups()) return undefined
    if (name === 'GET /api/prompts' || name === 'GET /api/prompts/newest') return promptsFromHome(home, query)
    if (name === 'GET /api/tools') return toolsFromHome(home, query)
    return undefined
  }
}

/** Returns the home data unless it is stale or invalidated, because then a refresh has to reach the server. */
function freshHome(queryClient: QueryClient): Home | undefined {
  const state = queryClient.getQueryState<Home>(homeKey)
  const isFresh = state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < homeDataRules.staleMs
  return isFresh ? state.data : undefined
}

function promptsFromHome(
  { prompts, newest }: Home,
  { sort = 'newest', ...filters }: Parameters<LocalResponses>[1],
): Output<'GET /api/prompts'> | undefined {
  if (sort !== 'newest') return undefined
  return prompts
    ? listIfComplete(prompts, homeSizes.allPrompts, filters)
    : listIfComplete(newest, homeSizes.promptsPerSection, filters)
}

/** Returns the list of tools, sorted by name as on the server. In home data, featured tools come first. */
function toolsFromHome(home: Home, filters: Parameters<LocalResponses>[1]): Output<'GET /api/tools'> | undefined {
  const sortName = ({ name }: Home['tools'][number]) => name.toLowerCase()
  const byName = (home.allTools ?? home.tools).toSorted((a, b) => (sortName(a) < sortName(b) ? -1 : 1))
  return listIfComplete(byName, home.allTools ? homeSizes.allTools : homeSizes.tools, filters)
}

/**
 * Returns the items as a complete list. Returns undefined if there may be more, because there are `maxItems` of them,
 * or if a filter or a smaller page is requested.
 */
function listIfComplete<Item>(
  items: Item[],
  maxItems: number,
  { limit, ...filters }: Parameters<LocalResponses>[1],
): Page<Item> | undefined {
  const isUnfiltered = Object.values(filters).every((value) => value === undefined)
  if (items.length >= maxItems || !isUnfiltered || (limit !== undefined && Number(limit) < items.length))
    return undefined
  return { items, nextCursor: null, total: items.length }
}
