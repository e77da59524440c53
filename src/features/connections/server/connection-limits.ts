import type { LimitRule } from '#server/platform/limits.ts'

/** Ways out to a provider from one network: each leads to questions that we ask it. */
export const leaveOfNetwork: LimitRule = { name: 'detour', points: 60, seconds: 3600 }
