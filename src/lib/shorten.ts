/**
 * White space and punctuation at the end of a text. The lookbehind prevents quadratic time if there are many of them in
 * a row.
 */
const looseEnd = /(?<![\s,;:–—-])[\s,;:–—-]+$/

/** Removes white space, commas, semicolons, colons and dashes from the end of a text. */
export function withoutLooseEnd(text: string): string {
  return text.replace(looseEnd, '')
}

/** Shortens a text to at most `max` characters, including the ellipsis. Cuts between words if possible. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  // A text in a script without spaces, or with a very long word, is cut anywhere.
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${withoutLooseEnd(atWord.length > max / 2 ? atWord : cut)}…`
}
