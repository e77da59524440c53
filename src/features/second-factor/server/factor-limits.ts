import type { LimitRule } from '#server/platform/limits.ts'

/** Wrong codes of one user, from any network: 480 guesses a day at a million codes, only with the correct password. */
export const codesPerUser: LimitRule = { name: 'second-factor', points: 5, seconds: 15 * 60 }
