import { t } from '#lib/texts.ts'
import { AppError } from '#platform/errors.ts'

/**
 * How long a filled-in text may be, in characters. A text may use a variable thousands of times, so limiting the values
 * isn't enough.
 */
const filledMax = 1_000_000

/** Joins the parts of a filled-in text. Throws AppError validation_failed if it would be too long. */
export function joinFilledParts(parts: string[]): string {
  if (parts.reduce((sum, part) => sum + part.length, 0) > filledMax)
    throw new AppError(
      'validation_failed',
      t('With these values, the text would be longer than a million characters. Shorten the values.'),
    )
  return parts.join('')
}
