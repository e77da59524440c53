import { vi } from 'vitest'

/**
 * Replaces a browser storage with a fake. Returns its content as a map. `vi.unstubAllGlobals()` removes the fake.
 */
export function fakeStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
