import { type ConsentRecord, readRecord } from '../record-rules.ts'

/** The key in local storage that holds the choice. A cookie with the same name mirrors it. */
const storageKey = 'cookie-consent'
/** A record (JSON) that couldn't be stored because storage is blocked or full, and the stored one that it replaces. */
let unstored: { record: string | null; replaced: string | null } | null = null
const listeners = new Set<() => void>()

/** Returns the visitor's choice, or null if there is no valid one and the visitor must be asked. */
export function storedConsent(): ConsentRecord | null {
  const text = readText()
  // If another tab has stored or removed a record meanwhile, that choice is newer.
  return readRecord(unstored?.replaced === text ? unstored.record : text, Date.now())
}

/** Stores a record (as JSON) or removes it if `text` is null, and notifies all listeners. */
export function storeConsent(text: string | null): void {
  unstored = null
  try {
    if (text) localStorage.setItem(storageKey, text)
    else localStorage.removeItem(storageKey)
  } catch {
    unstored = { record: text, replaced: readText() }
  }
  notifyListeners()
}

/** Returns the stored record, or null if there is none or storage is blocked. */
function readText(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the choice changes, including in other tabs. Returns a function that stops this. */
export function onConsentChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notifyListeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', notifyListeners)
  }
}
