import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { scrollBehavior } from '#ui/layout/scroll-behavior.ts'

/** The maximum time of a scroll, in ms. */
const scrollMaxMs = 800

/**
 * Scrolls smoothly to the top before a link in the header changes the address. The router would then remember the top as
 * the last scroll position, so this function stores the position before the scroll and restores it on Back. Other
 * navigation doesn't scroll first. Returns a function that ends this behavior.
 */
export function scrollOnNavigation(router: AnyRouter): () => void {
  const navigate = router.navigate
  const positions = new Map<string, number>()
  let scrollYBefore: number | null = null
  let isHeaderLink = false

  // `navigate` isn't told which link was clicked, but the router calls it while it handles the click.
  const onClick = ({ target }: Event) => {
    isHeaderLink = (target as Element).closest('.site-head') !== null
  }
  addEventListener('click', onClick, { capture: true })
  router.navigate = async (options) => {
    scrollYBefore = scrollY
    if (isHeaderLink && scrollY > 0 && options.resetScroll !== false) await scrollToTop()
    isHeaderLink = false
    return navigate(options)
  }
  const stopStoring = router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    // The current page may load its data again during the scroll, which also causes this event.
    if (!hrefChanged) return
    if (fromLocation && scrollYBefore !== null) positions.set(keyOf(fromLocation), scrollYBefore)
    // Back and Forward don't scroll first, so the router has the right position.
    else if (fromLocation) positions.delete(keyOf(fromLocation))
    scrollYBefore = null
  })
  const stopRestoring = router.subscribe('onRendered', ({ toLocation }) => {
    const top = positions.get(keyOf(toLocation))
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
  })
  return () => {
    removeEventListener('click', onClick, { capture: true })
    router.navigate = navigate
    stopStoring()
    stopRestoring()
  }
}

/** Returns the key of a history entry. */
function keyOf(location: ParsedLocation): string {
  return location.state.__TSR_key ?? location.href
}

function scrollToTop(): Promise<void> {
  const behavior = scrollBehavior()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('scrollend', done)
      window.scrollTo({ top: 0, behavior: 'instant' })
      resolve()
    }
    const timer = setTimeout(done, behavior === 'instant' ? 0 : scrollMaxMs)
    window.addEventListener('scrollend', done)
    window.scrollTo({ top: 0, behavior })
  })
}
