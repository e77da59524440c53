import { RE2JS } from 're2js'
import { t } from '#lib/texts.ts'
import { checkLimits } from '../check-rules.ts'

/**
 * A pattern without backreferences or lookaround. Matching takes time proportional to `size` times the text's length.
 */
export type LinearPattern = { size: number; test(text: string): boolean; toString(): string }

/** Thrown for a refused pattern. Its message says in a sentence what is wrong. */
export class PatternError extends Error {}

/** Compiles a pattern in the syntax of RE2, which matches regular expressions in linear time. Throws PatternError. */
export function compilePattern(pattern: string): LinearPattern {
  const program = compile(pattern)
  const size = program.programSize()
  if (size > checkLimits.patternSize)
    throw new PatternError(t('This pattern repeats too much. Use smaller counts in braces.'))
  // ajv, the JSON Schema library, identifies a pattern by what `toString` returns.
  return { size, test: (text) => program.matcher(text).find(), toString: () => pattern }
}

function compile(pattern: string) {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof Error) || !/^RE2JS/.test(error.name)) throw error
    const [, reason = error.message] = /^error parsing regexp: (.*)$/s.exec(error.message) ?? []
    throw new PatternError(
      t('This pattern can’t be read: {reason}. Backreferences and lookaround are not supported.', { reason }),
    )
  }
}
