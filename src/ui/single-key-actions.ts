function visible(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
}

function moveFocus(step: 1 | -1) {
  const links = visible('[data-list-item]')
  const here = links.indexOf(document.activeElement as HTMLElement)
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}

/** How long to wait for the search page, in ms. */
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

/** The action of each single-key shortcut. */
export const singleKeyActions = {
  '/': openSearch,
  '?': () => visible('[data-key="keyboard"]')[0]?.click(),
  c: () => visible('[data-key="copy"]')[0]?.click(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
}
