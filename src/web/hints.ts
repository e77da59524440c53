/**
 * What a browser remembers of one's own acts, so that a page shows them at once. A key ends in the prompt's id.
 * Never the truth: the server says that.
 */
export type HintPrefix = 'prompt_vote_' | 'genie_vote_cache_' | 'favorite_'

/** A hint about a prompt; null where there is none, and in a browser that refuses storage. */
export function readHint(prefix: HintPrefix, id: string): string | null {
  try {
    return localStorage.getItem(prefix + id)
  } catch {
    return null
  }
}

/** Remembers a hint, or forgets it (null). */
export function writeHint(prefix: HintPrefix, id: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + id)
    else localStorage.setItem(prefix + id, value)
  } catch {
    // Storage is full or closed to us: the next page asks the server.
  }
}
