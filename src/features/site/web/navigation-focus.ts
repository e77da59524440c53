import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the heading of what was opened, as reading programs expect of a new document; not on the first load.
 * A page that has the focus within, on a field of its own or a filter that stayed, keeps it: `say` gets its title then,
 * and that of a page which has no heading yet. Gives the function that ends it.
 */
export function navigationFocus(router: AnyRouter, say: (title: string) => void): () => void {
  return router.subscribe('onRendered', ({ hrefChanged, toLocation }) => {
    // Nothing was opened, or a part of a page, which the browser leads to.
    if (!hrefChanged || toLocation.hash) return
    const main = document.getElementById('main')
    const now = document.activeElement
    const goal = main?.querySelector('h1') ?? main
    const isHere = now !== main && main?.contains(now)
    if (goal && !isHere) {
      goal.tabIndex = -1
      goal.focus({ preventScroll: true })
    }
    say(isHere || goal === main ? document.title : '')
  })
}
