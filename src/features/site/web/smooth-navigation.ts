import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** Scrolling takes at most so many milliseconds, however long the page is. */
const longestScroll = 800

/**
 * Scrolls smoothly to the top before a navigation changes the address. By then the router would keep
 * the top as the position that was left; the true one is kept here, so that Back restores it. Returns the function that
 * ends it.
 */
export function smoothNavigation(router: AnyRouter): () => void {
  const navigate = router.navigate
  const positions = new Map<string, number>()
  let left: number | null = null

  router.navigate = async (options) => {
    left = scrollY
    if (scrollY > 0 && options.resetScroll !== false) await scrollToTop()
    return navigate(options)
  }
  const stopKeeping = router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation && left !== null) positions.set(keyOf(fromLocation), left)
    // Who leaves by Back or Forward scrolls nothing before: the router knows the position.
    else if (fromLocation) positions.delete(keyOf(fromLocation))
    left = null
  })
  const stopRestoring = router.subscribe('onRendered', ({ toLocation }) => {
    const top = positions.get(keyOf(toLocation))
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
  })
  return () => {
    router.navigate = navigate
    stopKeeping()
    stopRestoring()
  }
}

/** The name of a history entry. */
function keyOf(location: ParsedLocation): string {
  return location.state.__TSR_key ?? location.href
}

function scrollToTop(): Promise<void> {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('scrollend', done)
      window.scrollTo({ top: 0, behavior: 'instant' })
      resolve()
    }
    const timer = setTimeout(done, calm ? 0 : longestScroll)
    window.addEventListener('scrollend', done)
    window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
  })
}
