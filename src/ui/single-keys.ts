/** Where the reader's choice is kept; `off` switches every single key off. */
const storageKey = 'singleKeys'
/** The choice on this page, for browsers that refuse storage. */
let chosen: boolean | null = null

/** Whether single keys act. */
export function singleKeysOn(): boolean {
  if (chosen !== null) return chosen
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Turns single keys on or off, and remembers it in this browser. */
export function switchSingleKeys(on: boolean): void {
  chosen = on
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Storage may be closed to us: the choice then holds for this page only.
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

function visible(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
}

function walk(step: 1 | -1) {
  const links = visible('[data-walk]')
  const here = links.indexOf(document.activeElement as HTMLElement)
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}

/** How long the search page may take to come, in milliseconds. */
const searchPageMs = 3_000

function openSearch() {
  if (focusSearch()) return
  visible('[data-key="search-page"]')[0]?.click()
  const latest = performance.now() + searchPageMs
  const waitForField = () => {
    if (!focusSearch() && performance.now() < latest) requestAnimationFrame(waitForField)
  }
  waitForField()
}

function focusSearch(): boolean {
  const field = visible('[data-key="search"]')[0]
  field?.focus()
  return field !== undefined
}

const keys: Record<string, () => void> = {
  '/': openSearch,
  '?': () => visible('[data-key="keyboard"]')[0]?.click(),
  c: () => visible('[data-key="copy"]')[0]?.click(),
  j: () => walk(1),
  k: () => walk(-1),
}

/**
 * Listens for single keys: `/` searches, `c` copies, `j` and `k` walk from card to card, `?` shows them. Never while
 * somebody types, holds a modifier or is in a dialog. Returns the function that stops it.
 */
export function listenForSingleKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act || event.metaKey || event.ctrlKey || event.altKey || event.repeat === true) return
    if (isTyping(event.target) || !singleKeysOn() || document.querySelector('dialog[open]')) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
