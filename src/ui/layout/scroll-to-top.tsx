import { useEffect, useState } from 'react'
import { t } from '#lib/texts.ts'
import { scrollBehavior } from './scroll-behavior.ts'

/** The button appears once the page has been scrolled by this many pixels. */
const appearsAfter = 400

/** A button that scrolls a long page to its top. It shows a word, because an arrow could be taken for an up vote. */
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
      aria-label={t('Scroll to top')}
      onClick={() => window.scrollTo({ top: 0, behavior: scrollBehavior() })}
    >
      {t('Top')}
    </button>
  )
}
