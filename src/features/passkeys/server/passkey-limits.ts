import type { LimitRule } from '#server/platform/limits.ts'

/** Challenges given to one network: each tried sign-in takes one. */
export const askOfNetwork: LimitRule = { name: 'passkey-ask', points: 60, seconds: 3600 }
