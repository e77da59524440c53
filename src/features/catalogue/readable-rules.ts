import { withoutBraces } from '#features/variables/variable-rules.ts'

/** The smallest share of letters and spaces in a text that still reads as sentences. */
const proseShare = 0.82
/** The fewest letters that make a useful excerpt, and a useful title. */
const lettersMin = 24
const titleMin = 4

/**
 * Whether a card reads well: its title is long enough and doesn't start in lower case, and its excerpt begins like a
 * sentence and is neither markup nor a list of settings. Other prompts can still be good; lists only show them after
 * readable ones of equal rank.
 */
export function isReadable({ title, excerpt }: { title: string; excerpt: string }): boolean {
  const text = withoutBraces(excerpt).trim()
  const letters = countLetters(text)
  const spaces = text.match(/\s/g)?.length ?? 0
  const isTitle = countLetters(title) >= titleMin && !/^\p{Ll}/u.test(title)
  const isSentence = /^["“'‘(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(text) && !/[{}<>|]|https?:|\w_\w|\w=\w/.test(text)
  return isTitle && isSentence && letters >= lettersMin && (letters + spaces) / Array.from(text).length >= proseShare
}

function countLetters(text: string): number {
  return text.match(/\p{L}|\p{M}/gu)?.length ?? 0
}
