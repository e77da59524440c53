/**
 * What this feature stores in the browser. `isLoggedIn` is in local storage, which all tabs share, and everything else
 * is stored per tab.
 */
type StorageKey =
  | 'isLoggedIn'
  | 'hasAttemptedLogin'
  | 'redirectAfterLogin'
  | 'lastVisitedUrl'
  | 'previousUrl'
  | 'pendingAction'
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
 * Stores a value, or removes it if it is null. Does nothing if the browser refuses storage, because the site works
 * without it.
 */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) storageOf(key).removeItem(key)
    else storageOf(key).setItem(key, value)
  } catch {
    // The browser's storage is full or blocked.
  }
}
