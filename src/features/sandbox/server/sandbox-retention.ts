import type { Retention } from '#platform/work/retention.ts'

/** Stored responses to requests with an Idempotency-Key, and delivered events. */
export const sandboxRetention: Retention[] = [
  { table: 'sandboxRequests', column: 'createdAt', keep: 1 },
  { table: 'sandboxEvents', column: 'deliveredAt', keep: 30 },
]
