/** White space and punctuation at the end. The lookbehind prevents quadratic time for long runs of them. */
const looseEnd = /(?<![\s,;:–—-])[\s,;:–—-]+$/

/** Removes white space, commas, semicolons, colons and dashes at the end. */
export function withoutLooseEnd(text: string): string {
  return text.replace(looseEnd, '')
}

/** Cuts a text at a word boundary to `max` characters, including the ellipsis. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  // Scripts without spaces and very long words are cut anywhere.
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${withoutLooseEnd(atWord.length > max / 2 ? atWord : cut)}…`
}
