import { t } from '#lib/texts.ts'
/**
 * The limits on a member's saved value sets. Lengths are in characters. `valuesMax` limits the number of values in a
 * set, and `total` their combined length.
 */
export const valueSetLimits = {
  perPrompt: 20,
  perMember: 200,
  nameMax: 60,
  valuesMax: 200,
  total: 50_000,
} as const

/** How many times per minute a member may save, change or delete value sets. */
export const valueSetRateLimit = { name: 'value-sets', points: 60, seconds: 60 } as const

/** The error messages about a value set that can't be saved. */
export const valueSetMessages = {
  get nameMissing() {
    return t('Give the set a name.')
  },
  get nameLong() {
    return t('Use at most {nameMax} characters.', { nameMax: valueSetLimits.nameMax })
  },
  get nameUnreadable() {
    return t('Use visible characters only, on one line.')
  },
  get tooMany() {
    return t('Save at most {valuesMax} values.', { valuesMax: valueSetLimits.valuesMax })
  },
  get tooLong() {
    return t('Together, these values have more than 50,000 characters. Shorten some of them.')
  },
} as const

/**
 * Returns a sentence that says why the given values can't be stored: there are too many, or they are too long. Returns
 * null if they can be stored.
 */
export function valuesError(values: Record<string, string>): string | null {
  const all = Object.values(values)
  if (all.length > valueSetLimits.valuesMax) return valueSetMessages.tooMany
  const length = all.reduce((sum, value) => sum + value.length, 0)
  return length > valueSetLimits.total ? valueSetMessages.tooLong : null
}
