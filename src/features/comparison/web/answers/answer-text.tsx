import { memo } from 'react'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { t } from '#lib/texts.ts'
import { FormattedText } from '#ui/formatted-text.tsx'

/** The maximum length of a formatted text, in characters. Formatting a longer one would block the page for a moment. */
const formattedCharMax = 30_000

const withBlanks = (text: string) => <TextWithBlanks text={text} />

/**
 * Shows an answer. Formats a subset of Markdown, but never renders HTML that is in the text. A long answer, or one that
 * is still streaming, is shown as plain text. `isPrompt` means that the answer is itself a prompt, whose blanks are
 * highlighted, except in code. In other answers, braces don't mark blanks.
 */
export const AnswerText = memo(function AnswerText({
  text,
  isRunning,
  isPrompt = false,
}: {
  text: string
  isRunning: boolean
  isPrompt?: boolean
}) {
  const isFormatted = !isRunning && text.length <= formattedCharMax
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="cmp-text formatted" dir="auto" tabIndex={0} aria-label={t('Answer')}>
      {isFormatted ? (
        <FormattedText text={text} show={isPrompt ? withBlanks : undefined} />
      ) : (
        <p>
          {text}
          {isRunning && <span className="caret" aria-hidden="true" />}
        </p>
      )}
    </section>
  )
})
