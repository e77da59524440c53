import { Fragment, type ReactNode, useMemo } from 'react'
import { type DiffPiece, diffOf } from '#lib/text-diff.ts'
import { t } from '#lib/texts.ts'
import { LongText } from './long-text.tsx'

/**
 * Shows the differences between two texts. Removed text is struck through, and added text is underlined. Added text
 * that replaces removed text is separated from it by a space.
 */
export function TextDiff({
  before,
  after,
  show,
}: {
  before: string
  after: string
  /** Renders a piece of a text. Without it, the piece is shown as plain text. */
  show?: (text: string) => ReactNode
}) {
  const pieces = useMemo(() => diffOf(before, after), [before, after])
  return <DiffPieces pieces={pieces} show={show} />
}

/** Like `TextDiff`, for differences that have already been computed. */
export function DiffPieces({
  pieces,
  show = (text) => <LongText text={text} />,
}: {
  pieces: DiffPiece[]
  show?: (text: string) => ReactNode
}) {
  return (
    <section
      className="max-h-120 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]"
      dir="auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a box that scrolls.
      tabIndex={0}
      aria-label={t('Changes')}
    >
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
        if (kind === 'removed') return <del key={index}>{show(text)}</del>
        const previous = pieces[index - 1]
        const isReplacement = kind === 'added' && previous?.kind === 'removed' && !/\s$/.test(previous.text)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Fragment key={index}>
            {isReplacement && ' '}
            {kind === 'added' ? <ins>{show(text)}</ins> : show(text)}
          </Fragment>
        )
      })}
    </section>
  )
}
