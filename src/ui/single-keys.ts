import { openPalette } from './open-palette.ts'

/** The key in localStorage. The value `off` means that the reader has turned off all single-key shortcuts. */
const storageKey = 'singleKeys'
/** The choice since the page was loaded, true for on. It counts even if the browser blocks storage. */
let choice: boolean | null = null

/** Whether single-key shortcuts are on. */
export function areSingleKeysOn(): boolean {
  if (choice !== null) return choice
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Turns single-key shortcuts on or off, and saves the choice in this browser. */
export function switchSingleKeys(isOn: boolean): void {
  choice = isOn
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

const singleKeys = ['/', '?', 'c', 'j', 'k'] as const
export type SingleKey = (typeof singleKeys)[number]

/**
 * Calls `act` when one of these keys is pressed, but not again while it is held down. Ignores the keys if single-key
 * shortcuts are off, or the reader is typing, holds a modifier key other than Shift, or has a dialog open. Returns a
 * function that stops listening.
 */
export function listenForKeys<Key extends string>(keys: readonly Key[], act: (key: Key) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const key = keys.find((known) => known === event.key)
    if (!key || event.metaKey || event.ctrlKey || event.altKey || event.repeat === true) return
    if (isTyping(event.target) || !areSingleKeysOn() || document.querySelector('dialog[open]')) return
    event.preventDefault()
    act(key)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/**
 * Listens for the shortcuts that every page has: `/` opens the palette, `c` copies, `j` and `k` move between list items, and
 * `?` shows the shortcuts. The first press of a key other than `/` loads their code. Returns a function that stops
 * listening.
 */
export function listenForSingleKeys(): () => void {
  // Until now, the page's inline script listened for `/` (late-scripts.ts).
  window.onkeydown = null
  return listenForKeys(singleKeys, (key) => {
    if (key === '/') openPalette()
    else import('./single-key-actions.ts').then(({ singleKeyActions }) => singleKeyActions[key]())
  })
}
