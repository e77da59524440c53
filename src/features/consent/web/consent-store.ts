import { type ConsentRecord, readRecord } from '../record-rules.ts'

/** The key in local storage that holds the choice. A cookie with the same name mirrors it. */
const storageKey = 'cookie-consent'
/** The last record that was written on this page, as JSON. It is used in browsers that refuse storage. */
let lastRecord: string | null = null
const listeners = new Set<() => void>()

/** Returns the visitor's choice, or null if there is no valid one and the visitor must be asked. */
export function storedConsent(): ConsentRecord | null {
  let text = lastRecord
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // If storage is blocked, `lastRecord` has the choice.
  }
  return readRecord(text, Date.now())
}

/** Stores a record (as JSON) or removes it if `text` is null, and notifies all listeners. */
export function storeConsent(text: string | null): void {
  lastRecord = text
  try {
    if (text) localStorage.setItem(storageKey, text)
    else localStorage.removeItem(storageKey)
  } catch {
    // If storage is blocked, `lastRecord` has the choice.
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
