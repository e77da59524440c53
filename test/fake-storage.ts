import { vi } from 'vitest'

/** Gives the test a storage of the browser. What it keeps is the map; `vi.unstubAllGlobals()` takes it away. */
export function fakeStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}
