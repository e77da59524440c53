import type { Verdict } from './verdict.tsx'

/**
 * The key in sessionStorage of a verdict that the server hasn't stored yet. It is stored together with the id of its
 * comparison.
 */
const storageKey = 'compare_verdict'

/** Returns the verdict on this comparison that is waiting to be stored, or null if there is none. */
export function readPendingVerdict(id: string): Verdict | null {
  try {
    const { outcome, note, id: storedId } = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return storedId === id && typeof outcome === 'string' && typeof note === 'string' ? { outcome, note } : null
  } catch {
    return null
  }
}

/** Keeps a verdict in this tab until it is stored, so that a failed request or a reload doesn't lose it. */
export function savePendingVerdict(id: string, verdict: Verdict): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ id, ...verdict }))
  } catch {
    // Storage is full or blocked. The verdict is still on the page.
  }
}

/** Forgets the verdict on this comparison. */
export function dropPendingVerdict(id: string): void {
  if (readPendingVerdict(id)) sessionStorage.removeItem(storageKey)
}
