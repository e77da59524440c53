/**
 * Finds the visible elements that match a selector. Elements that shortcuts act on have the attribute `data-key` or, in
 * lists, `data-list-item`.
 */
function findVisible(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
}

/** Moves the focus to the next (1) or the previous (-1) list item on the page. */
function moveFocus(step: 1 | -1) {
  const items = findVisible('[data-list-item]')
  const currentIndex = items.indexOf(document.activeElement as HTMLElement)
  const next = currentIndex === -1 ? (step === 1 ? 0 : items.length - 1) : currentIndex + step
  items[next]?.focus()
  items[next]?.scrollIntoView({ block: 'nearest' })
}

/** How long to wait for the search field after opening the search page, in ms. */
const searchPageMs = 3_000

/** Moves the focus to the search field of the page. If there is none, opens the search page first. */
function openSearch() {
  if (focusSearch()) return
  findVisible('[data-key="search-page"]')[0]?.click()
  const deadline = performance.now() + searchPageMs
  const waitForField = () => {
    if (!focusSearch() && performance.now() < deadline) requestAnimationFrame(waitForField)
  }
  waitForField()
}

function focusSearch(): boolean {
  const field = findVisible('[data-key="search"]')[0]
  field?.focus()
  return field !== undefined
}

/** What each single-key shortcut does. */
export const singleKeyActions = {
  '/': openSearch,
  '?': () => findVisible('[data-key="keyboard"]')[0]?.click(),
  c: () => findVisible('[data-key="copy"]')[0]?.click(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
}
