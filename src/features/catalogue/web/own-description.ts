import { withoutBraces } from '#features/variables/variable-rules.ts'

/** A description that begins like the text in this many letters repeats it. */
const sameLetters = 48

/**
 * A prompt's description; null when it only repeats the beginning of the text, as the descriptions of many imported
 * prompts do.
 */
export function ownDescription({ description, excerpt }: { description: string; excerpt: string }): string | null {
  const own = lettersOf(description)
  const shared = Math.min(own.length, lettersOf(excerpt).length, sameLetters)
  return own.slice(0, shared) === lettersOf(excerpt).slice(0, shared) ? null : description
}

function lettersOf(text: string): string {
  return withoutBraces(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
