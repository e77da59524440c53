import type { QueryClient } from '@tanstack/react-query'
import type { Home } from '#features/home/contract.ts'
import { homeDataRules, homeKey } from './home-data.ts'

/** Home data as the tab's session keeps it; `savedAt` is the time (ms) at which the server gave it. */
export type SavedHome = { home: Home; savedAt: number }
type SessionStore = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'home-data'

/** The session storage of this tab; undefined on the server, and in a browser that refuses it. */
export function browserSession(): SessionStore | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.sessionStorage
  } catch {
    return undefined
  }
}

/** Home data of this session that is younger than 10 min. What can't be read is as good as nothing. */
export function savedHome(store = browserSession()): SavedHome | undefined {
  try {
    const saved: unknown = JSON.parse(store?.getItem(storageKey) ?? 'null')
    return isSavedHome(saved) && Math.abs(Date.now() - saved.savedAt) < homeDataRules.sessionMs ? saved : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps whatever home data the query cache gets, the server's first of all, in the session. Call it once in the
 * browser. Gives the function that ends it.
 */
export function keepHomeInSession(queryClient: QueryClient, store = browserSession()): () => void {
  let keptAt = 0

  function keep() {
    const state = queryClient.getQueryState<Home>(homeKey)
    if (!state?.data || state.dataUpdatedAt === keptAt) return
    keptAt = state.dataUpdatedAt
    save({ home: state.data, savedAt: keptAt }, store)
  }

  keep()
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === homeKey[0]) keep()
  })
}

function save(saved: SavedHome, store?: SessionStore) {
  try {
    store?.setItem(storageKey, JSON.stringify(saved))
  } catch {
    // A full or forbidden store: the page works without it.
  }
}

const lists = [
  'featured',
  'mostRated',
  'mostCopied',
  'newest',
  'categories',
  'topCategories',
  'featuredTools',
  'freeTools',
  'tools',
  'topContributors',
] as const satisfies (keyof Home)[]

/** Storage may hold anything, and what an older version of this site has written. */
function isSavedHome(saved: unknown): saved is SavedHome {
  const { home, savedAt } = Object(saved)
  return typeof savedAt === 'number' && !!home?.categoryPrompts && lists.every((list) => Array.isArray(home[list]))
}
