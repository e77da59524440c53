import type { Retention } from '#platform/work/retention.ts'

/** Received events. The provider stops retrying a webhook earlier. */
export const billingRetention: Retention = { table: 'billingEvents', column: 'receivedAt', keep: 30 }
