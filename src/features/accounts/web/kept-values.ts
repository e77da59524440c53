/** Flags of the session and paths to return to, by the names of spec sections 2 and 4. One is of the browser, the rest of the tab. */
type KeptKey =
  | 'isLoggedIn'
  | 'hasAttemptedLogin'
  | 'redirectAfterLogin'
  | 'lastVisitedUrl'
  | 'previousUrl'
  | 'pendingAct'

const storeOf = (key: KeptKey) => (key === 'isLoggedIn' ? localStorage : sessionStorage)

/** What is kept under a key; null where nothing is, and in a browser that refuses storage. */
export function kept(key: KeptKey): string | null {
  try {
    return storeOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value, or forgets it (null). A browser that refuses storage forgets at once, and the site works without. */
export function keep(key: KeptKey, value: string | null): void {
  try {
    if (value === null) storeOf(key).removeItem(key)
    else storeOf(key).setItem(key, value)
  } catch {
    // Storage is full or closed to us.
  }
}
