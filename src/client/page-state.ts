import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { setSiteFacts, siteFacts } from './site-facts.ts'

/** The id of the script element with a page's state. */
const stateId = 'state'

/** What a page's scripts start with: the site's facts, and the data of the page with the times when it was read, in ms. */
export type PageState = { site: SiteFacts; queries: [key: QueryKey, data: unknown, updatedAt: number][] }

/** Returns the state of a page whose data is loaded. */
export function pageState(queryClient: QueryClient): PageState {
  const loaded = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
  return {
    site: siteFacts(),
    queries: loaded.map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt]),
  }
}

/** Puts a state into the query cache. Without one, takes that of the document. */
export function restoreState(queryClient: QueryClient, state: PageState = readState()): void {
  setSiteFacts(state.site)
  for (const [key, data, updatedAt] of state.queries) queryClient.setQueryData(key, data, { updatedAt })
}

function readState(): PageState {
  return JSON.parse(document.getElementById(stateId)?.textContent ?? '')
}
