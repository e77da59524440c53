import { useSyncExternalStore } from 'react'
import type { OwnKeys } from '#features/models/contract.ts'
import { type OwnKeyName, ownKeyNames } from '#features/models/rules.ts'

const listeners = new Set<() => void>()
let cached: { userId: string; keys: OwnKeys } | undefined

const storagePrefix = 'own-ai-keys:'
/** Each member has their own entry, so that others who sign in with the same browser can't use the member's keys. */
const storageKey = (userId: string) => storagePrefix + userId

/** Returns the keys that a member saved in this browser. They are sent with a run and stored nowhere else. */
export function readOwnKeys(userId: string): OwnKeys {
  if (cached?.userId !== userId) cached = { userId, keys: loadKeys(userId) }
  return cached.keys
}

/** Saves a key, or deletes the saved one if `key` is empty. */
export function writeOwnKey(userId: string, name: OwnKeyName, key: string): void {
  const { [name]: _, ...others } = readOwnKeys(userId)
  const keys = key.trim() === '' ? others : { ...others, [name]: key.trim() }
  cached = { userId, keys }
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(keys))
  } catch {
    // Storage is full or blocked. The keys last until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** A React hook that returns a member's saved keys. Without a user id, there are none. */
export function useOwnKeys(userId: string | undefined): OwnKeys {
  return useSyncExternalStore(
    subscribe,
    () => (userId === undefined ? noKeys : readOwnKeys(userId)),
    () => noKeys,
  )
}

/** The same object each time, because React compares results by identity. */
const noKeys: OwnKeys = {}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function loadKeys(userId: string): OwnKeys {
  try {
    const saved = Object(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '{}')) as Record<string, unknown>
    const keys = ownKeyNames.flatMap((name) => (typeof saved[name] === 'string' ? [[name, saved[name]]] : []))
    return Object.fromEntries(keys)
  } catch {
    return {}
  }
}
