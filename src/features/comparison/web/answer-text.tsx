import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { type Block, type Inline, readMarkdown } from '#lib/light-markdown.ts'

/** The maximum length of a formatted text, in characters. Formatting a longer one would block the page for a moment. */
const formattedCharMax = 30_000

type ShowText = (text: string) => ReactNode
const plain: ShowText = (text) => text
const withBlanks: ShowText = (text) => <TextWithBlanks text={text} />

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
  const blocks = useMemo(
    () => (isRunning || text.length > formattedCharMax ? null : readMarkdown(text)),
    [text, isRunning],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="cmp-text" dir="auto" tabIndex={0} aria-label="Answer">
      {blocks ? (
        blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no ids and never move.
          <FormattedBlock key={index} block={block} show={isPrompt ? withBlanks : plain} />
        ))
      ) : (
        <p>
          {text}
          {isRunning && <span className="caret" aria-hidden="true" />}
        </p>
      )}
    </section>
  )
})

function FormattedBlock({ block, show }: { block: Block; show: ShowText }) {
  switch (block.kind) {
    case 'heading':
      return <p className="font-semibold">{inlinesOf(block.inlines, show)}</p>
    case 'paragraph':
      return <p>{inlinesOf(block.inlines, show)}</p>
    case 'code':
      return <pre>{block.text}</pre>
    case 'item':
      return (
        <p className="cmp-item" data-depth={block.depth}>
          <span>{/^\d/.test(block.mark) ? block.mark : '•'}</span>
          <span>{inlinesOf(block.inlines, show)}</span>
        </p>
      )
  }
}

function inlinesOf(inlines: Inline[], show: ShowText): ReactNode {
  return inlines.map(({ kind, text }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move.
    if (kind === 'strong') return <b key={index}>{show(text)}</b>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move.
    if (kind === 'em') return <em key={index}>{show(text)}</em>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move.
    if (kind === 'code') return <code key={index}>{text}</code>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move.
    return <Fragment key={index}>{show(text)}</Fragment>
  })
}
