import { type RefObject, useEffect, useRef, useState } from 'react'
import { scrollBehavior } from '#ui/scroll-behavior.ts'

/** A line in the middle of the window; the answer that crosses it is the one that is read. */
const readingLine = '-45% 0px -54% 0px'

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
  const [current, setCurrent] = useState(0)
  const count = titles.length
  useEffect(() => {
    // Answers beside each other are all on the line.
    if (beside) return
    const articles = Array.from(answers.current?.children ?? []).slice(0, count)
    const observer = new IntersectionObserver(
      (entries) => {
        const read = entries.find(({ isIntersecting }) => isIntersecting)
        if (read) setCurrent(articles.indexOf(read.target))
      },
      { rootMargin: readingLine },
    )
    for (const article of articles) observer.observe(article)
    return () => observer.disconnect()
  }, [answers, count, beside])
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
            aria-current={!beside && index === current}
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
