import { Fragment } from 'react'
import { splitAtHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'

/**
 * Shows a text in which codes such as [U+200B] or [U+200B and 2 more] replace invisible characters and those that
 * change its direction.
 */
export function MarkedText({ text }: { text: string }) {
  // Every second piece consists of hidden characters.
  return splitAtHiddenCharacters(text, codesOf).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key and never move.
    <Fragment key={index}>{index % 2 === 0 ? piece : <mark>{codesOf(piece)}</mark>}</Fragment>
  ))
}

function codesOf(hidden: string): string {
  const [first = '', ...rest] = hidden
  const code = `U+${first.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return rest.length === 0 ? `[${code}]` : `[${code} and ${rest.length} more]`
}
