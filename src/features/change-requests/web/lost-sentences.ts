import { lostSentences } from '#lib/text-diff.ts'

/**
 * Returns the sentences that the author added to `base`, the text that an edit started from, and that `next` would
 * remove from `current`. Returns none if `base` is null, because that version is no longer public.
 */
export function lostSince(base: string | null, current: string, next: string): string[] {
  return base === null ? [] : lostSentences(base, current, next)
}

/** Adds the lost sentences at the end of a text, each on its own line. */
export function keepSentences(text: string, lost: readonly string[]): string {
  return `${text.trimEnd()}\n\n${lost.join('\n')}`.trimStart()
}
