/** The lookbehind prevents quadratic time on long runs of these characters. */
const trailingSeparators = /(?<![\s,;:–—-])[\s,;:–—-]+$/

/** Removes white space, commas, semicolons, colons and dashes from the end of a text. */
export function withoutTrailingSeparators(text: string): string {
  return text.replace(trailingSeparators, '')
}

/** Shortens a text to at most `max` characters, including the ellipsis. Cuts between words if possible. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  // Cuts inside a word if there is no space in the second half, as in a script without spaces.
  const atWord = cut.replace(/(?<!\s)\s+\S*$/, '')
  return `${withoutTrailingSeparators(atWord.length > max / 2 ? atWord : cut)}…`
}
