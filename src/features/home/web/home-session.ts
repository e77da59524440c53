import type { QueryClient } from '@tanstack/react-query'
import type { Home } from '#features/home/contract.ts'
import { homeDataRules, homeKey } from './home-data.ts'

/** Home data that this tab saved. `savedAt` is when the data was fetched, in ms since 1970. */
export type SavedHome = { home: Home; savedAt: number }
type SessionStore = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'home-data'

/** Returns the session storage of this tab, or undefined on the server and in browsers that block it. */
export function browserSession(): SessionStore | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.sessionStorage
  } catch {
    return undefined
  }
}

/**
 * Returns the saved home data if it is valid and younger than 10 min. If the clock was set back, `savedAt` may be in the
 * future. Then the same limit applies.
 */
export function savedHome(store = browserSession()): SavedHome | undefined {
  try {
    const saved: unknown = JSON.parse(store?.getItem(storageKey) ?? 'null')
    return isSavedHome(saved) && Math.abs(Date.now() - saved.savedAt) < homeDataRules.sessionMs ? saved : undefined
  } catch {
    return undefined
  }
}

/**
 * Saves the home data of the query cache in this tab, now and after each change. Call it once in the browser. Returns a
 * function that stops the saving.
 */
export function saveHomeInSession(queryClient: QueryClient, store = browserSession()): () => void {
  let savedAt = 0

  function saveChange() {
    const state = queryClient.getQueryState<Home>(homeKey)
    if (!state?.data || state.dataUpdatedAt === savedAt) return
    savedAt = state.dataUpdatedAt
    storeInSession({ home: state.data, savedAt }, store)
  }

  saveChange()
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === homeKey[0]) saveChange()
  })
}

function storeInSession(saved: SavedHome, store?: SessionStore) {
  try {
    store?.setItem(storageKey, JSON.stringify(saved))
  } catch {
    // Storage is full or blocked. The page works without it.
  }
}

/** The lists that home data must contain to be valid. */
const listNames = [
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

/** Checks saved data, because storage may contain anything, such as data of an older version of this site. */
function isSavedHome(saved: unknown): saved is SavedHome {
  const { home, savedAt } = Object(saved)
  return typeof savedAt === 'number' && !!home?.categoryPrompts && listNames.every((list) => Array.isArray(home[list]))
}
