import { Fragment, type ReactNode, useMemo } from 'react'
import { type Block, type Inline, readMarkdown } from '#lib/light-markdown.ts'
import { t } from '#lib/texts.ts'
import './formatted-text.css'

/** Shows a piece of plain text, for example with marks. */
type ShowText = (text: string) => ReactNode

/**
 * Shows a text with a subset of Markdown formatted, but never renders HTML that is in the text. Put it into an element
 * with the class `formatted`.
 */
export function FormattedText({ text, show = (part) => part }: { text: string; show?: ShowText }) {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no ids and never move.
    <FormattedBlock key={index} block={block} show={show} />
  ))
}

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
        <p className="formatted-item" data-depth={block.depth}>
          <span>{/^\d/.test(block.mark) ? block.mark : '•'}</span>
          <span>{inlinesOf(block.inlines, show)}</span>
        </p>
      )
    case 'table':
      return <Table rows={block.rows} show={show} />
  }
}

function Table({ rows: [head = [], ...rows], show }: { rows: Inline[][][]; show: ShowText }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="formatted-table" tabIndex={0} aria-label={t('Table')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move.
              <th key={index} scope="col">
                {inlinesOf(cell, show)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never move.
            <tr key={place}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move.
                <td key={index}>{inlinesOf(cell, show)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
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
