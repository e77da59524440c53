import { environmentManager, queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { retryUpTo } from '#client/query-client.ts'
import type { Home } from '#features/home/contract.ts'
import { fetchHome, homeBackoff, homeDataRules, homeKey } from './home-data.ts'
import { savedHome } from './home-session.ts'

/**
 * Returns the query for everything on the home page. If the server sent no data with the page, the query starts with
 * what this tab saved.
 */
export function homeQuery(api: Api, { prefetch = false } = {}) {
  return queryOptions({
    queryKey: homeKey,
    queryFn: async ({ client, signal }) => {
      const type = prefetch ? 'prefetch' : client.getQueryData(homeKey) ? 'refresh' : 'initial'
      const home = await fetchHome(api, type, signal)
      return environmentManager.isServer() ? withoutHiddenTexts(home) : home
    },
    staleTime: homeDataRules.staleMs,
    retry: retryUpTo(homeDataRules.retries),
    retryDelay: homeBackoff,
    initialData: () => savedHome()?.home,
    initialDataUpdatedAt: () => savedHome()?.savedAt,
  })
}

/**
 * Removes the descriptions, excerpts and results of the prompts by category, because the page doesn't show these texts. They
 * would be a fifth of its bytes.
 */
function withoutHiddenTexts(home: Home): Home {
  const entries = Object.entries(home.categoryPrompts).map(([slug, cards]) => [
    slug,
    cards.map((card) => ({ ...card, description: '', excerpt: '', result: null })),
  ])
  return { ...home, categoryPrompts: Object.fromEntries(entries) }
}
