import type { Retention } from '#platform/work/retention.ts'

/** Expired tokens no longer work. */
export const tokenRetention: Retention = { table: 'apiTokens', column: 'expiresAt', keep: 0 }
