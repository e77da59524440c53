import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api.ts'
import { retryUpTo } from '#web/query-client.ts'
import { fetchHome, homeBackoff, homeDataRules, homeKey } from './home-data.ts'
import { savedHome } from './home-session.ts'

/** Everything on the home page. Begins with what the tab's session has kept, where the server gave nothing newer. */
export function homeQuery(api: Api, { prefetch = false } = {}) {
  return queryOptions({
    queryKey: homeKey,
    queryFn: ({ client, signal }) => {
      const type = prefetch ? 'prefetch' : client.getQueryData(homeKey) ? 'refresh' : 'initial'
      return fetchHome(api, type, signal)
    },
    staleTime: homeDataRules.staleMs,
    retry: retryUpTo(homeDataRules.retries),
    retryDelay: homeBackoff,
    initialData: () => savedHome()?.home,
    initialDataUpdatedAt: () => savedHome()?.savedAt,
  })
}
