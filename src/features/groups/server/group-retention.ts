import type { Retention } from '#platform/work/retention.ts'

/** A problem that nobody has mended after 90 days belongs to somebody who no longer signs in at the provider. */
export const groupRetention: Retention = { table: 'groupClaimProblems', column: 'happenedAt', keep: 90 }
