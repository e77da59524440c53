import { type ConsentRecord, readRecord } from '../record-rules.ts'

/** Where the choice is kept: local storage holds the truth, a cookie of the same name mirrors it. */
const storageKey = 'cookie-consent'
/** What was written on this page, for browsers that refuse storage. */
let written: string | null = null
const listeners = new Set<() => void>()

/** The choice that holds now; null when the visitor must be asked. */
export function storedConsent(): ConsentRecord | null {
  let text = written
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage is closed to us: what was chosen holds for this page.
  }
  return readRecord(text, Date.now())
}

/** Keeps a record (its JSON), or forgets it. Everybody who listens hears of it. */
export function keepConsent(text: string | null): void {
  written = text
  try {
    if (text) localStorage.setItem(storageKey, text)
    else localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
  tellListeners()
}

function tellListeners() {
  for (const listener of listeners) listener()
}

/** Calls back on every change of the choice, also in another tab; gives the function that ends it. */
export function onConsentChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', tellListeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', tellListeners)
  }
}
