import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the heading of every page that is opened, as reading programs expect of a new document; not on the
 * first load, and not where a page has focused a field of its own. `say` gets the title of what was opened otherwise:
 * a page that is still to be filled, another search by the same field. Gives the function that ends it.
 */
export function navigationFocus(router: AnyRouter, say: (title: string) => void): () => void {
  let before: Element | null = null
  const stopLooking = router.subscribe('onBeforeLoad', () => {
    before = document.activeElement
  })
  const stopMoving = router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
    // Nothing was opened, or a part of a page, which the browser leads to.
    if (!before || toLocation.hash) return
    const main = document.getElementById('main')
    const now = document.activeElement
    const isHere = main !== now && main?.contains(now)
    if (pathChanged ? !isHere || now === before : !isHere && !before.isConnected) {
      const goal = main?.querySelector('h1') ?? main
      if (goal) goal.tabIndex = -1
      goal?.focus({ preventScroll: true })
      say(goal === main ? document.title : '')
    } else say(document.title)
  })
  return () => {
    stopLooking()
    stopMoving()
  }
}
