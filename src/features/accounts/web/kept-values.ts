/** Flags of the session and paths to return to. The first is kept for the browser, the others for the tab. */
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
