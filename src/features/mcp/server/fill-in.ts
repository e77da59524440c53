import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { type Argument, fillArguments } from '../argument-rules.ts'

/**
 * Fills in a text. `all` are its arguments; `values` are keyed by argument name or blank name. Also returns the
 * arguments without a value or a default (`missing`). Throws AppError validation_failed if the filled-in text would be
 * too long.
 */
export function fillIn(content: string, all: Argument[], values: Record<string, string>) {
  const { parts, missing } = fillArguments(content, all, values)
  return { text: joinFilledParts(parts), missing }
}
