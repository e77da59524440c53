import { useEffect, useRef, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/section.tsx'

const placeId = 'compare'
const loadHere = () => import('./compare-here.tsx').then(({ CompareHere }) => CompareHere)
const loadPublished = () =>
  import('./published-comparisons.tsx').then(({ PublishedComparisons }) => PublishedComparisons)
/** What was published is read when one sees more than the section's first line. */
const rootMargin = '-96px'

/** The key in the rail that leads to the comparison below. */
export function CompareButton() {
  return (
    <a className="btn js-only" href={`#${placeId}`}>
      <Icon name="layers" className="icon-sm" />
      Compare models
    </a>
  )
}

/**
 * The comparison on a prompt's page. It is loaded when somebody asks for it, or when it comes near on a prompt that was
 * measured; what others published shows whenever it is seen. A first visit has none of it.
 */
export function CompareSection({ prompt }: { prompt: Prompt }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const isMeasured = prompt.testedWith.length > 0
  useEffect(() => {
    const follow = () => {
      if (location.hash === `#${placeId}`) setOpen(true)
    }
    follow()
    window.addEventListener('hashchange', follow)
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        if (isMeasured) setOpen(true)
      },
      { rootMargin },
    )
    if (place.current) watch.observe(place.current)
    return () => {
      window.removeEventListener('hashchange', follow)
      watch.disconnect()
    }
  }, [isMeasured])
  return (
    <div id={placeId} ref={place} className="js-only">
      <Section title="Comparison" aside="Your filled-in text, answered by several models side by side">
        {isOpen ? (
          <Deferred load={loadHere} props={{ prompt, hash: `#${placeId}` }} />
        ) : (
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            Choose models
          </button>
        )}
        {(isNear || isOpen) && <Deferred load={loadPublished} props={{ id: prompt.id }} waiting={null} failed={null} />}
      </Section>
    </div>
  )
}
