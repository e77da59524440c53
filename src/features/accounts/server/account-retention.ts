import type { Retention } from '#platform/work/retention.ts'

/** Expired sessions and account tokens no longer work. */
export const accountRetention: Retention[] = [
  { table: 'sessions', column: 'expiresAt', keep: 0 },
  { table: 'accountTokens', column: 'expiresAt', keep: 0 },
]
