import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the heading of a new page, as screen readers expect, but not on the first load. A page that contains
 * the focus already keeps it, such as one with a focused field or filter, and so does an open menu. `announce` then gets its title, as for
 * a page without a heading yet. Returns the function that stops it.
 */
export function moveFocusOnNavigation(router: AnyRouter, announce: (title: string) => void): () => void {
  return router.subscribe('onRendered', ({ hrefChanged, toLocation }) => {
    // The same page, or a part of a page, to which the browser moves the focus itself.
    if (!hrefChanged || toLocation.hash) return
    const main = document.getElementById('main')
    const focused = document.activeElement
    const target = main?.querySelector('h1') ?? main
    const isInsidePage = focused !== main && main?.contains(focused)
    // A menu that was opened before a slow page came.
    const isInMenu = document.querySelector(':popover-open')?.contains(focused)
    if (target && !isInsidePage && !isInMenu) {
      target.tabIndex = -1
      target.focus({ preventScroll: true })
    }
    announce(isInsidePage || target === main ? document.title : '')
  })
}
