import { withoutBraces } from '#features/variables/variable-rules.ts'

/** The least share of letters and spaces in a text that reads as sentences. */
const proseShare = 0.82
/** The fewest letters of a text, and of a title, that say something. */
const lettersMin = 24
const titleMin = 4

/**
 * Whether a card reads well: its title is more than a few letters or a name in small ones, and its excerpt begins like a
 * sentence and is neither markup nor a list of settings. Others can still be good prompts; lists only show them later
 * among equals.
 */
export function isReadable({ title, excerpt }: { title: string; excerpt: string }): boolean {
  const text = withoutBraces(excerpt).trim()
  const letters = lettersOf(text)
  const spaces = text.match(/\s/g)?.length ?? 0
  const isTitle = lettersOf(title) >= titleMin && !/^\p{Ll}/u.test(title)
  const isSentence = /^["“'‘(¿¡]?[\p{Lu}\p{Lo}\p{N}]/u.test(text) && !/[{}<>|]|https?:|\w_\w|\w=\w/.test(text)
  return isTitle && isSentence && letters >= lettersMin && (letters + spaces) / Array.from(text).length >= proseShare
}

function lettersOf(text: string): number {
  return text.match(/\p{L}|\p{M}/gu)?.length ?? 0
}
