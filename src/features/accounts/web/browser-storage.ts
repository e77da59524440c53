/**
 * What this feature stores in the browser. `isLoggedIn` is in local storage, which all tabs share, and everything else
 * is stored per tab.
 */
type StorageKey =
  // The hint that somebody may be signed in.
  | 'isLoggedIn'
  // Set while a login is in progress, in case the page reloads before the server has answered.
  | 'hasAttemptedLogin'
  // The preferred return path: the page where the visitor chose to sign in.
  | 'redirectAfterLogin'
  // The second choice: the page for members that the visitor wanted to open.
  | 'lastVisitedUrl'
  // The third choice: the last page that the visitor opened before the login page.
  | 'previousUrl'
  | 'pendingAction'
  // The credited author whom the member claims to be, while they log in at GitHub to prove it.
  | 'claimedName'

const storageOf = (key: StorageKey) => (key === 'isLoggedIn' ? localStorage : sessionStorage)

/** Reads a stored value. Returns null if there is none, or if the browser refuses storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return storageOf(key).getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a value; null removes the stored one. Does nothing if the browser refuses storage, because the site works
 * without storage.
 */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) storageOf(key).removeItem(key)
    else storageOf(key).setItem(key, value)
  } catch {
    // The browser's storage is full or blocked.
  }
}
