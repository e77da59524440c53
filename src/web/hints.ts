/**
 * The start of the storage keys of hints: the reader's own votes (and their tallies, `genie_vote_cache_`), favorites and
 * follows, stored in this browser so that pages show them immediately. The item's id follows. The server's data takes
 * precedence.
 */
export type HintPrefix = 'prompt_vote_' | 'genie_vote_cache_' | 'favorite_' | 'follow_'

/** Reads a hint about an item; null if there is none, or storage is blocked. */
export function readHint(prefix: HintPrefix, id: string): string | null {
  try {
    return localStorage.getItem(prefix + id)
  } catch {
    return null
  }
}

/** Stores a hint, or deletes it (null). */
export function writeHint(prefix: HintPrefix, id: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + id)
    else localStorage.setItem(prefix + id, value)
  } catch {
    // Storage is full or blocked. The next page asks the server.
  }
}
