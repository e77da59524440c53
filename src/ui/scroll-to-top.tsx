import { useEffect, useState } from 'react'
import { scrollBehavior } from './scroll-behavior.ts'

/** The button appears after this many pixels of scrolling. */
const appearsAfter = 400

/** A button that scrolls back to the top of a long page. It has a word, since an arrow could be taken for an upvote. */
export function ScrollToTop() {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    const onScroll = () => setVisible(window.scrollY > appearsAfter)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  if (!isVisible) return null
  return (
    <button
      type="button"
      className="btn to-top"
      aria-label="Scroll to top"
      onClick={() => window.scrollTo({ top: 0, behavior: scrollBehavior() })}
    >
      Top
    </button>
  )
}
