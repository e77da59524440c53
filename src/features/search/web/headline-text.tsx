import { Fragment } from 'react'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import type { Headline } from '#features/search/contract.ts'

/** A headline with its matches marked. The pieces are plain text. */
export function HeadlineText({ pieces }: { pieces: Headline }) {
  return pieces.map(({ text, mark }, index) =>
    mark ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
      <mark key={index} className="found">
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={index}>
        <TextWithBlanks text={text} />
      </Fragment>
    ),
  )
}
