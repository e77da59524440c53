import { promptLimits } from '#features/catalogue/rules.ts'
import { withoutBraces } from '#features/catalogue/variable-rules.ts'

/** The description in the front matter of a text, on one line. Empty without one: cards then show the text alone. */
export function descriptionInHeader(content: string): string {
  const [, header = ''] = content.match(/^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/) ?? []
  const [, description = ''] = header.match(/^description:[ \t]*["']?([^\n]*?)["']?[ \t]*$/m) ?? []
  return shorten(withoutBraces(description), promptLimits.descriptionMax)
}

/** Cuts a text at a word boundary to `max` characters, including the ellipsis. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  // Scripts without spaces and very long words are cut anywhere.
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${(atWord.length > max / 2 ? atWord : cut).replace(/[\s,;:–—-]+$/, '')}…`
}
