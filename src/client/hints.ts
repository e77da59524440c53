/**
 * The prefixes of hints' storage keys, before the item's id. Hints are the reader's own votes, with their tallies
 * (`genie_vote_cache_`, a name from the specification), favorites and follows. They are stored for other open tabs,
 * which adopt them. A page that opens asks the server, and reads only the tallies, which may be newer than the page.
 */
export type HintPrefix = 'prompt_vote_' | 'genie_vote_cache_' | 'favorite_' | 'follow_'

/** Reads the hint about an item. Null if there is none or the storage is blocked. */
export function readHint(prefix: HintPrefix, id: string): string | null {
  try {
    return localStorage.getItem(prefix + id)
  } catch {
    return null
  }
}

/** Stores a hint about an item. Null deletes it. */
export function writeHint(prefix: HintPrefix, id: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + id)
    else localStorage.setItem(prefix + id, value)
  } catch {
    // The storage is full or blocked, so other open tabs keep what they show.
  }
}
