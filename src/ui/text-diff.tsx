import { useMemo } from 'react'
import { diffOf } from '#lib/text-diff.ts'

/** What changed from one text to another: what went is struck through, what came is underlined; equal texts stand plain. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffOf(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by key.
    <section className="diff max-h-120" dir="auto" tabIndex={0} aria-label="Changes">
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name and never move.
        if (kind === 'gone') return <del key={index}>{text}</del>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        if (kind === 'come') return <ins key={index}>{text}</ins>
        return text
      })}
    </section>
  )
}
