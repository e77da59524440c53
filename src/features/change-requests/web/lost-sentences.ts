import { lostSentences } from '#lib/text-diff.ts'

/**
 * Returns the sentences that the prompt's author has added since `base`, the text from which an edit started, and that
 * would be lost if `next` replaced the prompt's `current` text. Returns none if `base` is null.
 */
export function lostSince(base: string | null, current: string, next: string): string[] {
  return base === null ? [] : lostSentences(base, current, next)
}

/** Adds the lost sentences at the end of a text, each on its own line. */
export function keepSentences(text: string, lost: readonly string[]): string {
  return `${text.trimEnd()}\n\n${lost.join('\n')}`.trimStart()
}
