import type { Violation } from './source.ts'

const rule = 'A test sets no deadline'

/** Patterns of deadlines in tests, each with the message about it. */
const deadlines: [RegExp, string][] = [
  [
    /\bvi\.wait(?:For|Until)\(/,
    'This gives up after a second. Use expect.poll, which waits as long as vitest.config.ts says.',
  ],
  [/^\s*\}, [\d_]{4,7}\)$/m, 'A busy machine takes longer. Remove this time limit: vitest.config.ts sets one.'],
  [
    /expect\((?:performance|Date)\.now\(\) ?-/,
    'A busy machine takes longer. Measure the CPU time (test/cpu-time.ts), or wait for the event.',
  ],
]

/** Checks that unit tests set no time limits, which may be long enough only on an idle machine. */
export function checkDeadlines(files: Map<string, string>): Violation[] {
  return (
    [...files]
      // The test of this rule contains examples of what the rule forbids.
      .filter(([path]) => /\.test\.tsx?$/.test(path) && path !== 'scripts/check-structure.test.ts')
      .flatMap(([path, text]) =>
        deadlines.flatMap(([pattern, message]) =>
          [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(({ index }) => ({
            path,
            line: text.slice(0, index + 1).split('\n').length,
            rule,
            message,
          })),
        ),
      )
  )
}
