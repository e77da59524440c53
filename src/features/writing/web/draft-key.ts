/**
 * A draft, here, is what a form keeps in localStorage until the server has stored its values. This is the maximum
 * number of open forms with a draft of their own. Further forms share the first draft.
 */
const draftsMax = 20

/** The sessionStorage key under which a tab remembers the key of its draft, so that a reload finds the draft again. */
const rememberedName = 'draft_slot'

const keyOf = (firstKey: string, index: number) => (index === 0 ? firstKey : `${firstKey}:${index + 1}`)

/**
 * Reserves a draft for one open form until `signal` is aborted, and returns its storage key: this tab's draft, one that
 * a closed form left behind, or a new one. `firstKey`: the key of the first draft. With `isNew`, it is a new one, or
 * the first if there are too many. If the browser has no Web Locks API (over plain http), forms may share a draft.
 */
export async function takeDraftKey(
  firstKey: string,
  signal: AbortSignal,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<string> {
  const keys = Array.from({ length: draftsMax }, (_, index) => keyOf(firstKey, index))
  const keysOfThisTab = keys.filter((key) => key === read(sessionStorage, rememberedName))
  const hasDraft = (key: string) => read(localStorage, key) !== null
  const candidates = isNew
    ? keys.filter((key) => !hasDraft(key))
    : [...keysOfThisTab, ...keys.filter(hasDraft), ...keys]
  for (const key of new Set(candidates)) {
    if (navigator.locks && !(await holdLock(key, signal))) continue
    remember(key)
    return key
  }
  return firstKey
}

/**
 * Holds a lock until `signal` is aborted. Resolves to false if another form holds it. When a tab closes, the browser
 * releases its locks.
 */
function holdLock(name: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        if (lock === null || signal.aborted) return
        return new Promise<void>((release) => signal.addEventListener('abort', () => release()))
      })
      .catch(reject)
  })
}

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Forgets which draft this tab has, so that its next form continues one that a closed form left behind. Call it when
 * the server has stored the values.
 */
export function forgetDraftKey(): void {
  try {
    sessionStorage.removeItem(rememberedName)
  } catch {
    // If the storage is blocked, nothing is remembered.
  }
}

function remember(key: string) {
  try {
    sessionStorage.setItem(rememberedName, key)
  } catch {
    // If the storage is blocked, drafts aren't saved either.
  }
}
