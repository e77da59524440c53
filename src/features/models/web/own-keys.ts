import { useSyncExternalStore } from 'react'
import type { OwnKeys } from '#features/models/contract.ts'
import { type AiVendor, aiVendors } from '#features/models/rules.ts'

const listeners = new Set<() => void>()
let known: { userId: string; keys: OwnKeys } | undefined

const keyPrefix = 'own-ai-keys:'
/** Under the member, so that nobody else who signs in at this browser answers with these keys. */
const storageKey = (userId: string) => keyPrefix + userId

/** The keys that a member keeps in this browser. They leave it with a run, and are stored nowhere else. */
export function readOwnKeys(userId: string): OwnKeys {
  if (known?.userId !== userId) known = { userId, keys: stored(userId) }
  return known.keys
}

/** Keeps a key, or forgets it (empty). */
export function writeOwnKey(userId: string, vendor: AiVendor, key: string): void {
  const { [vendor]: _, ...others } = readOwnKeys(userId)
  const keys = key.trim() === '' ? others : { ...others, [vendor]: key.trim() }
  known = { userId, keys }
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(keys))
  } catch {
    // Storage is full or closed to us: the keys last as long as the page.
  }
  for (const listener of listeners) listener()
}

/** The same in React. Without a member there are none. */
export function useOwnKeys(userId: string | undefined): OwnKeys {
  return useSyncExternalStore(
    subscribe,
    () => (userId === undefined ? none : readOwnKeys(userId)),
    () => none,
  )
}

const none: OwnKeys = {}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(userId: string): OwnKeys {
  try {
    const said = Object(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '{}')) as Record<string, unknown>
    const keys = aiVendors.flatMap((vendor) => (typeof said[vendor] === 'string' ? [[vendor, said[vendor]]] : []))
    return Object.fromEntries(keys)
  } catch {
    return {}
  }
}
