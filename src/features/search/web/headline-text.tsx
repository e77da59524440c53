import { Fragment } from 'react'
import type { Headline } from '#features/search/contract.ts'

/** A headline with its matches marked and its variables as blanks. The pieces are plain text. */
export function HeadlineText({ pieces }: { pieces: Headline }) {
  return pieces.map(({ text, mark, blank }, index) => {
    const shown = blank ? <span className="blank">{text}</span> : text
    return mark ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
      <mark key={index} className="found">
        {shown}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={index}>{shown}</Fragment>
    )
  })
}
