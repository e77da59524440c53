import type { Headline } from '#features/search/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'

/** A headline with its matches marked and its variables as blanks. The pieces are plain text. */
export function HeadlineText({ pieces }: { pieces: Headline }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
  return pieces.map((piece, index) => <Piece key={index} {...piece} />)
}

function Piece({ text, mark, blank }: Headline[number]) {
  const shown = blank ? <span className="blank">{/^\w+$/.test(text) ? labelOf(text) : text}</span> : text
  return mark ? <mark className="match">{shown}</mark> : shown
}
