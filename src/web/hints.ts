/**
 * The prefixes of hints' storage keys, which are followed by the item's id. The reader's own votes, favorites and
 * follows are stored so that other open tabs show them immediately. `genie_vote_cache_`: the tally in the server's
 * response to a vote, which may be newer than a cached page.
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
    // The storage is full or blocked. Pages work without hints, because they ask the server.
  }
}
