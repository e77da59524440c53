import { useEffect, useRef, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/section.tsx'

const sectionId = 'compare'
const loadComparison = () => import('./prompt-page-comparison.tsx').then((page) => page.PromptPageComparison)
const loadRatings = () => import('./prompt-ratings.tsx').then((page) => page.PromptRatings)
/** The ratings load once more than the section's first line is visible. */
const rootMargin = '-96px'

/** The button beside the prompt that scrolls to the comparison below. */
export function CompareButton() {
  return (
    <a className="btn js-only" href={`#${sectionId}`}>
      <Icon name="layers" className="icon-sm" />
      Compare models
    </a>
  )
}

/**
 * The comparison on a prompt's page. It loads on a click, and the ratings of a prompt with measurements when they scroll into
 * view. The first load of the page includes none of it.
 */
export function CompareSection({ prompt }: { prompt: Prompt }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const isMeasured = prompt.testedWith.length > 0
  useEffect(() => {
    const follow = () => {
      if (location.hash === `#${sectionId}`) setOpen(true)
    }
    follow()
    window.addEventListener('hashchange', follow)
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
      },
      { rootMargin },
    )
    if (place.current) watch.observe(place.current)
    return () => {
      window.removeEventListener('hashchange', follow)
      watch.disconnect()
    }
  }, [])
  return (
    <div id={sectionId} ref={place} className="js-only">
      <Section
        title="Comparison"
        aside="Your filled-in text, answered by several models side by side"
        quiet={!isOpen && !isMeasured}
      >
        {isOpen ? (
          <Deferred load={loadComparison} props={{ prompt, hash: `#${sectionId}` }} />
        ) : (
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            Choose models
          </button>
        )}
        {isMeasured && (isNear || isOpen) && (
          <Deferred load={loadRatings} props={{ id: prompt.id }} waiting={null} failed={null} />
        )}
      </Section>
    </div>
  )
}
