import { AppError } from '#server/platform/errors.ts'
import { type Argument, type Filled, fillArguments, filledLength } from '../argument-rules.ts'

/** The longest filled-in text, in characters. A blank may stand in a text hundreds of times, so short values aren't enough. */
const filledMax = 1_000_000

/** Fills in a text. `values`: by argument, or by blank. AppError validation_failed if it would be too long. */
export function fillIn(content: string, all: Argument[], values: Record<string, string>): Filled {
  if (filledLength(content, all, values) > filledMax)
    throw new AppError(
      'validation_failed',
      'With these values the text would be longer than a million characters. Shorten them.',
    )
  return fillArguments(content, all, values)
}
