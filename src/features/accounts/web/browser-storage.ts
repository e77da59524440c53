/**
 * What sign-ins and claims store in the browser: `isLoggedIn` in local storage, which all tabs share, the rest per tab. For
 * what each key means, see `storageEntries` in site/storage-rules.ts.
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

/** Reads a stored value; null if there is none, or if the browser refuses storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return storageOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Stores a value, or removes it (null). Does nothing if the browser refuses storage: the site works without it. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) storageOf(key).removeItem(key)
    else storageOf(key).setItem(key, value)
  } catch {
    // Storage is full or blocked.
  }
}
