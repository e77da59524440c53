import type { Verdict } from './verdict.tsx'

/**
 * The sessionStorage key of a verdict that the server hasn't stored yet. The value also contains the comparison's id.
 */
export const storageKey = 'compare_verdict'

/** Returns the verdict on this comparison that is waiting to be stored, or null if there is none. */
export function readPendingVerdict(id: string): Verdict | null {
  try {
    const { outcome, note, id: storedId } = Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return storedId === id && typeof outcome === 'string' && typeof note === 'string' ? { outcome, note } : null
  } catch {
    return null
  }
}

/** Keeps a verdict in this tab until the server has stored it. It survives a failed request and a reload. */
export function savePendingVerdict(id: string, verdict: Verdict): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ id, ...verdict }))
  } catch {
    // Storage is full or blocked. The verdict is still on the page.
  }
}

/** Removes the pending verdict on this comparison. */
export function dropPendingVerdict(id: string): void {
  if (readPendingVerdict(id)) sessionStorage.removeItem(storageKey)
}
