import { useEffect, useState } from 'react'

/** The button appears after this many pixels of scrolling. */
const appearsAfter = 400

/** A button that scrolls back to the top of a long page. A word, since an arrow could be an upvote. */
export function ScrollToTop() {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > appearsAfter)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!far) return null
  return (
    <button
      type="button"
      className="btn to-top"
      aria-label="Scroll to top"
      onClick={() => {
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
      }}
    >
      Top
    </button>
  )
}
