import type { Violation } from './source.ts'

const rule = 'A page of a list costs the same however long the list is'
const message = 'Keep a counter, or count up to a limit with countUpTo (src/platform/database/count-up-to.ts).'

/** Refuses totals that count a whole list with each of its pages. */
export function checkTotals(files: Map<string, string>): Violation[] {
  return [...files]
    .filter(([path]) => path.startsWith('src/features/'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\bcount\(\*\)\s+as\s+total\b/g)].map(({ index }) => ({
        path,
        line: text.slice(0, index).split('\n').length,
        rule,
        message,
      })),
    )
}
