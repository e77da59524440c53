import { withoutBraces } from '#features/variables/variable-rules.ts'
import { cutText } from '#lib/well-formed.ts'

/** How many letters and digits at the beginning of a description and of an excerpt are compared. */
const comparedLetters = 48
/** A shorter match is a repetition only if both texts end there, because “Hi” is also the beginning of “History”. */
const repeatedMin = 8

/** Returns a prompt's description, or null if it is empty or begins like the excerpt, as in many imported prompts. */
export function ownDescription({ description, excerpt }: { description: string; excerpt: string }): string | null {
  if (!description.trim()) return null
  const [own, text] = [firstLetters(description), firstLetters(excerpt)]
  if (own === text) return own || description.trim() === excerpt.trim() ? null : description
  const comparedLength = Math.min(own.length, text.length)
  if (comparedLength < repeatedMin) return description
  return cutText(own, comparedLength) === cutText(text, comparedLength) ? null : description
}

/** Returns the first letters and digits of a text, in lower case. */
function firstLetters(text: string): string {
  let letters = ''
  for (const character of withoutBraces(text).toLowerCase()) {
    if (/[\p{L}\p{N}]/u.test(character)) letters += character
    if (letters.length >= comparedLetters) break
  }
  return cutText(letters, comparedLetters)
}
