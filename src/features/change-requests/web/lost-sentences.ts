import { lostSentences } from '#lib/text-diff.ts'

/**
 * The sentences that the author added since `base`, the text that an edit started from, and that `next` would remove
 * from `current`. None without `base`, a version that is no longer public.
 */
export function lostSince(base: string | null, current: string, next: string): string[] {
  return base === null ? [] : lostSentences(base, current, next)
}

/** A text with lost sentences at its end, one a line. */
export function keepSentences(text: string, lost: readonly string[]): string {
  return `${text.trimEnd()}\n\n${lost.join('\n')}`.trimStart()
}
