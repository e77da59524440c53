import { withoutBraces } from '#features/variables/variable-rules.ts'

/** A description whose first letters, up to this many, equal those of the text counts as a repetition. */
const sameLetters = 48

/**
 * Returns a prompt's description; null when it only repeats the beginning of the text, as the descriptions of many
 * imported prompts do.
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
    if (letters.length >= sameLetters) break
  }
  return letters.slice(0, sameLetters)
}
