import { useMemo } from 'react'
import { diffOf } from '#lib/text-diff.ts'

/** The differences between two texts: removed text is struck through, added text underlined. Equal texts stay plain. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffOf(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a box that scrolls.
    <section className="diff max-h-120" dir="auto" tabIndex={0} aria-label="Changes">
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
        if (kind === 'removed') return <del key={index}>{text}</del>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        if (kind === 'added') return <ins key={index}>{text}</ins>
        return text
      })}
    </section>
  )
}
