import type { Retention } from '#platform/work/retention.ts'

/** Expired challenges, which nobody answered. */
export const passkeyRetention: Retention = { table: 'passkeyChallenges', column: 'expiresAt', keep: 0 }
