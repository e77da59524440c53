import { slownessOf } from './pattern-cost.ts'
import { createPatternReader } from './pattern-values.ts'
import type { Violation } from './source.ts'

const rule = 'A pattern takes linear time'

/** Code whose pattern only the running program knows, by file, with the reason why it may. */
const runtimePatterns = new Map<string, string>([
  ['src/features/prompt-tests/javascript-pattern-rules.ts', 'only tells whether JavaScript knows the syntax'],
  ['src/features/variables/placeholder-rules.ts', 'looks for a word of letters'],
])

/**
 * Refuses regular expressions that take more than linear time on some text. One text of a member, a file or a model
 * would hold up everybody.
 */
export function checkLinearPatterns(files: Map<string, string>): Violation[] {
  const patternsOf = createPatternReader(files)
  const judged = new Map<string, string | null>()
  return [...files.keys()]
    .filter((path) => /^src\/.*(?<!\.test|\.gen)\.tsx?$/.test(path))
    .flatMap((path) =>
      patternsOf(path).flatMap(({ line, code, pattern }) => {
        if (!pattern) {
          if (runtimePatterns.has(path)) return []
          const message = `The parts of ${code} aren’t constants. Write them as constants, or compare without a pattern.`
          return [{ path, line, rule, message }]
        }
        const key = `${pattern.flags}/${pattern.source}`
        const slowness = judged.get(key) ?? slownessOf(pattern)
        judged.set(key, slowness)
        if (slowness === null) return []
        const message = `This pattern is ${slowness}. Use trimEnd, lastIndexOf or a loop, or a lookbehind that lets a run begin only at its first character: /(?<!\\s)\\s+$/.`
        return [{ path, line, rule, message }]
      }),
    )
}
