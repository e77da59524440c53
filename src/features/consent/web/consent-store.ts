import { type ConsentRecord, readRecord } from '../record-rules.ts'

/** The key in local storage that holds the choice. A cookie with the same name mirrors it. */
const storageKey = 'cookie-consent'
/** The record that the browser didn't store, because storage is blocked or full, as JSON. It lasts for this page. */
let unstoredRecord: string | null = null
const listeners = new Set<() => void>()

/** Returns the visitor's choice, or null if there is no valid one and the visitor must be asked. */
export function storedConsent(): ConsentRecord | null {
  let text: string | null = null
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage is blocked.
  }
  return readRecord(unstoredRecord ?? text, Date.now())
}

/** Stores a record (as JSON) or removes it if `text` is null, and notifies all listeners. */
export function storeConsent(text: string | null): void {
  unstoredRecord = null
  try {
    if (text) localStorage.setItem(storageKey, text)
    else localStorage.removeItem(storageKey)
  } catch {
    unstoredRecord = text
  }
  notifyListeners()
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
