import { withoutBraces } from '#features/variables/variable-rules.ts'

/** The number of letters at the beginning of a description and of the text that are compared. */
const comparedLetters = 48

/**
 * Returns a prompt's description, or null if it only repeats the beginning of the text, as in many imported prompts.
 */
export function ownDescription({ description, excerpt }: { description: string; excerpt: string }): string | null {
  if (!description) return null
  const [own, text] = [firstLetters(description), firstLetters(excerpt)]
  const comparedLength = Math.min(own.length, text.length)
  return own.slice(0, comparedLength) === text.slice(0, comparedLength) ? null : description
}

/** Returns the first letters and digits of a text, in lower case. */
function firstLetters(text: string): string {
  let letters = ''
  for (const character of withoutBraces(text).toLowerCase()) {
    if (/[\p{L}\p{N}]/u.test(character)) letters += character
    if (letters.length >= comparedLetters) break
  }
  return letters.slice(0, comparedLetters)
}
