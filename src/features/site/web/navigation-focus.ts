import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the heading of a new page, as screen readers expect, but not on the first load. A page that contains
 * the focus already keeps it, such as one with a focused field or filter. `announce` then gets its title; so it does for
 * a page without a heading yet. Returns the function that ends it.
 */
export function navigationFocus(router: AnyRouter, announce: (title: string) => void): () => void {
  return router.subscribe('onRendered', ({ hrefChanged, toLocation }) => {
    // The same page, or a part of a page, to which the browser moves the focus itself.
    if (!hrefChanged || toLocation.hash) return
    const main = document.getElementById('main')
    const now = document.activeElement
    const goal = main?.querySelector('h1') ?? main
    const isHere = now !== main && main?.contains(now)
    if (goal && !isHere) {
      goal.tabIndex = -1
      goal.focus({ preventScroll: true })
    }
    announce(isHere || goal === main ? document.title : '')
  })
}
