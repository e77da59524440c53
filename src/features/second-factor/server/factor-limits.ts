import type { LimitRule } from '#platform/limits.ts'

/** Limits wrong codes for one user from any network. This allows at most 480 guesses a day among a million codes. */
export const codesPerUser: LimitRule = { name: 'second-factor', points: 5, seconds: 15 * 60 }
