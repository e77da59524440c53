import type { LimitRule } from '#server/platform/limits.ts'

/** Wrong codes of one person, from wherever: 480 a day of a million, and only with the right password. */
export const codeOfUser: LimitRule = { name: 'second-factor', points: 5, seconds: 15 * 60 }
