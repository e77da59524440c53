import type { AnyRouter } from '@tanstack/react-router'
import { heldTyping } from '#ui/open-search.ts'

/**
 * Moves focus to the heading of a new page, or to `main` if there is none yet, as users of screen readers expect, but
 * not on the first load, and not if focus is inside the page (such as in a field), in an open menu, or in the input that
 * holds what is typed for a search field (open-search.ts). `announce` gets
 * the page's title if focus stays in the page or it has no heading yet, otherwise ''. Returns a function to stop this.
 */
export function moveFocusOnNavigation(router: AnyRouter, announce: (title: string) => void): () => void {
  return router.subscribe('onRendered', ({ hrefChanged, toLocation }) => {
    // On the same page, there is nothing to do. For a link to a part of a page (#…), the browser itself moves focus.
    if (!hrefChanged || toLocation.hash) return
    const main = document.getElementById('main')
    const focused = document.activeElement
    const target = main?.querySelector('h1') ?? main
    const isInsidePage = focused !== main && main?.contains(focused)
    // The menu may have been opened before a slow page arrived.
    const isInMenu = document.querySelector(':popover-open')?.contains(focused)
    const isTypingAhead = focused?.hasAttribute(heldTyping)
    if (target && !isInsidePage && !isInMenu && !isTypingAhead) {
      target.tabIndex = -1
      target.focus({ preventScroll: true })
    }
    announce(isInsidePage || target === main ? document.title : '')
  })
}
