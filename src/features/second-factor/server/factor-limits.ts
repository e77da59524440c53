import type { LimitRule } from '#server/platform/limits.ts'

/** Wrong codes of one user from any network: at most 480 a day out of a million, and only with the correct password. */
export const codeOfUser: LimitRule = { name: 'second-factor', points: 5, seconds: 15 * 60 }
