import { type RefObject, useEffect, useRef } from 'react'
import { scrollBehavior } from '#ui/scroll-behavior.ts'

/**
 * A bar for phones that stays at the top while the reader scrolls through the answers. Scrolls to any answer, or shows
 * the answers side by side.
 */
export function AnswerSwitch({
  titles,
  answers,
  beside,
  onBeside,
}: {
  titles: string[]
  /** The element whose children are the answers, in the order of the titles. */
  answers: RefObject<HTMLElement | null>
  beside: boolean
  onBeside: (on: boolean) => void
}) {
  // The answers change their height, so the page would show another part of them.
  const wasBeside = useRef(beside)
  useEffect(() => {
    if (wasBeside.current !== beside) answers.current?.children[0]?.scrollIntoView({ block: 'start' })
    wasBeside.current = beside
  }, [answers, beside])
  const show = (index: number) => {
    answers.current?.children[index]?.scrollIntoView({ block: 'start', inline: 'start', behavior: scrollBehavior() })
  }
  return (
    <fieldset className="cmp-switch js-only">
      <legend className="sr-only">Show an answer</legend>
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
      <button type="button" aria-pressed={beside} onClick={() => onBeside(!beside)}>
        Side by side
      </button>
    </fieldset>
  )
}
