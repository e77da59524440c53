import { withoutBraces } from './variable-rules.ts'

/** The least share of letters and spaces in a text that reads as sentences. */
const proseShare = 0.82
/** The fewest letters that say something. */
const lettersMin = 24

/**
 * Whether a card's excerpt reads as sentences: it begins with a letter, a quotation mark or a blank, and is neither markup
 * nor a list of settings. What doesn't read can still be a good prompt; lists only show it later among equals.
 */
export function isReadable({ excerpt }: { excerpt: string }): boolean {
  const text = withoutBraces(excerpt).trim()
  const letters = text.match(/\p{L}|\p{M}/gu)?.length ?? 0
  const spaces = text.match(/\s/g)?.length ?? 0
  const isSentence = /^["“'‘(¿¡]?[\p{L}\p{N}]/u.test(text) && !/[{}<>|]|https?:|\w_\w|\w=\w/.test(text)
  return isSentence && letters >= lettersMin && (letters + spaces) / Array.from(text).length >= proseShare
}
