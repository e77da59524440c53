import { withoutBraces } from '#features/variables/variable-rules.ts'
import { isLetter } from '#lib/letters.ts'

/** The minimum share of letters and spaces in prose. */
const proseShare = 0.82
/** The minimum number of letters in a useful excerpt, and in a useful title. */
const lettersMin = 24
const titleMin = 4

/**
 * Tells whether a card reads well. Its title must be long enough and not start in lower case, and its excerpt must
 * begin like a sentence and be neither markup nor a list of settings. Other prompts can still be good, so lists only
 * put them after readable ones of the same rank.
 */
export function isReadable({ title, excerpt }: { title: string; excerpt: string }): boolean {
  if (count(title).letters < titleMin || /^\p{Ll}/u.test(title)) return false
  const text = withoutBraces(excerpt).trim()
  const isSentence = /^["“'‘(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(text) && !/[{}<>|]|https?:|\w_\w|\w=\w/.test(text)
  if (!isSentence) return false
  const { letters, spaces, characters } = count(text)
  return letters >= lettersMin && (letters + spaces) / characters >= proseShare
}

function count(text: string): { letters: number; spaces: number; characters: number } {
  const counts = { letters: 0, spaces: 0, characters: 0 }
  for (const character of text) {
    counts.characters++
    if (isLetter(character)) counts.letters++
    else if (/\s/.test(character)) counts.spaces++
  }
  return counts
}
