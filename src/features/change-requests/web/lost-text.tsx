import { useMemo } from 'react'
import { lostSentences } from '#lib/text-diff.ts'
import { MarkedText } from './marked-text.tsx'

/**
 * Lists the sentences that the author added since `base`, the text that an edit started from, and that `next` would
 * remove. Renders nothing if `base` is null: that version is no longer public. `verb`: what would remove them.
 */
export function LostText({
  base,
  current,
  next,
  verb,
}: {
  base: string | null
  current: string
  next: string
  verb: 'Sending' | 'Accepting'
}) {
  const lost = useMemo(() => (base === null ? [] : lostSentences(base, current, next)), [base, current, next])
  if (lost.length === 0) return null
  return (
    <div className="my-3 border-bad border-l-4 pl-3">
      <p>
        <b>{verb} this removes what the author has added since:</b>
      </p>
      {lost.map((sentence) => (
        <p key={sentence} className="font-mono text-code" dir="auto">
          <MarkedText text={sentence} />
        </p>
      ))}
    </div>
  )
}
