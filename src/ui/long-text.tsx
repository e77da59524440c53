import { splitLongLines } from '#lib/text-pieces.ts'

/** Shows a text. Lays out the pieces of very long lines separately, because they would freeze the browser together. */
export function LongText({ text }: { text: string }) {
  const pieces = splitLongLines(text)
  if (pieces.length === 1) return text
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no ids and never move.
    <span key={index} className="text-piece">
      {piece}
    </span>
  ))
}
