import { type RefObject, useEffect, useRef } from 'react'
import { t } from '#lib/texts.ts'
import { scrollBehavior } from '#ui/layout/scroll-behavior.ts'

/**
 * A bar for phones that stays at the top while the reader scrolls through the answers. Its buttons scroll to an answer,
 * or put the answers side by side.
 */
export function AnswerSwitch({
  titles,
  answers,
  isSideBySide,
  onToggle,
}: {
  titles: string[]
  /** The element whose children are the answers, in the order of the titles. */
  answers: RefObject<HTMLElement | null>
  isSideBySide: boolean
  onToggle: (isSideBySide: boolean) => void
}) {
  // The two layouts have different heights. Without scrolling, switching would move other text into view.
  const wasSideBySide = useRef(isSideBySide)
  useEffect(() => {
    if (wasSideBySide.current !== isSideBySide) answers.current?.children[0]?.scrollIntoView({ block: 'start' })
    wasSideBySide.current = isSideBySide
  }, [answers, isSideBySide])
  const show = (index: number) => {
    answers.current?.children[index]?.scrollIntoView({ block: 'start', inline: 'start', behavior: scrollBehavior() })
  }
  return (
    <fieldset className="cmp-switch js-only">
      <legend className="sr-only">{t('Show an answer')}</legend>
      <div>
        {titles.map((title, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the answers keep their order.
            key={index}
            type="button"
            onClick={() => show(index)}
          >
            {title}
          </button>
        ))}
      </div>
      <button type="button" aria-pressed={isSideBySide} onClick={() => onToggle(!isSideBySide)}>
        {t('Side by side')}
      </button>
    </fieldset>
  )
}
