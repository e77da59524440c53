/**
 * Session flags and return paths. `isLoggedIn` is per browser, the others are per
 * tab.
 */
type StorageKey =
  | 'isLoggedIn'
  | 'hasAttemptedLogin'
  | 'redirectAfterLogin'
  | 'lastVisitedUrl'
  | 'previousUrl'
  | 'pendingAct'
  | 'claimedName'

const storeOf = (key: StorageKey) => (key === 'isLoggedIn' ? localStorage : sessionStorage)

/** Reads a stored value; null if there is none, or if the browser refuses storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return storeOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Stores a value, or removes it (null). Does nothing if the browser refuses storage: the site works without it. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) storeOf(key).removeItem(key)
    else storeOf(key).setItem(key, value)
  } catch {
    // Storage is full or blocked.
  }
}
