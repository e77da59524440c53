function findVisible(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
}

function moveFocus(step: 1 | -1) {
  const links = findVisible('[data-list-item]')
  const currentIndex = links.indexOf(document.activeElement as HTMLElement)
  const next = currentIndex === -1 ? (step === 1 ? 0 : links.length - 1) : currentIndex + step
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}

/** How long to wait for the field of the search page, in ms. */
const searchPageMs = 3_000

function openSearch() {
  if (focusSearch()) return
  findVisible('[data-key="search-page"]')[0]?.click()
  const latest = performance.now() + searchPageMs
  const waitForField = () => {
    if (!focusSearch() && performance.now() < latest) requestAnimationFrame(waitForField)
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
