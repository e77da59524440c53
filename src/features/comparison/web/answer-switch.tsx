import { type RefObject, useEffect, useRef } from 'react'
import { scrollBehavior } from '#ui/scroll-behavior.ts'

/**
 * On phones, stays at the top while the answers below each other are read: jumps to each of them, and can show two
 * beside each other.
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
  // The answers get shorter or longer, so the page would show something else.
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
