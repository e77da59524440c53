/** Limits on sets of values. Lengths are in characters. `total`: the length of all values of a set together. */
export const valueSetLimits = {
  perPrompt: 20,
  perMember: 200,
  nameMax: 60,
  valuesMax: 200,
  total: 50_000,
} as const

/** How often a member may save, change or delete sets per minute. */
export const valueSetRateLimit = { name: 'value-sets', points: 60, seconds: 60 } as const

/** The error messages of the form's fields. */
export const valueSetMessages = {
  nameMissing: 'Give it a name.',
  nameLong: `Use at most ${valueSetLimits.nameMax} characters.`,
  nameUnreadable: 'Use visible characters only, on one line.',
  tooMany: `Save at most ${valueSetLimits.valuesMax} values.`,
  tooLong: 'Together, these values have more than 50,000 characters. Shorten some of them.',
} as const

/**
 * Explains in a sentence why the values of a set can't be stored: they are too many or too long. Null for valid ones.
 */
export function valuesError(values: Record<string, string>): string | null {
  const all = Object.values(values)
  if (all.length > valueSetLimits.valuesMax) return valueSetMessages.tooMany
  const length = all.reduce((sum, value) => sum + value.length, 0)
  return length > valueSetLimits.total ? valueSetMessages.tooLong : null
}
