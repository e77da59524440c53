import { findVisible } from './find-visible.ts'

/** Moves the focus to the next (1) or the previous (-1) list item on the page. */
function moveFocus(step: 1 | -1) {
  const items = findVisible('[data-list-item]')
  const currentIndex = items.indexOf(document.activeElement as HTMLElement)
  const next = currentIndex === -1 ? (step === 1 ? 0 : items.length - 1) : currentIndex + step
  items[next]?.focus()
  items[next]?.scrollIntoView({ block: 'nearest' })
}

/** What each single-key shortcut but `/` does. */
export const singleKeyActions = {
  '?': () => findVisible('[data-key="keyboard"]')[0]?.click(),
  c: () => findVisible('[data-key="copy"]')[0]?.click(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
}
