import type { Retention } from '#platform/retention.ts'

/** Received events. The provider stops retrying a webhook earlier. */
export const billingRetention: Retention = { table: 'billingEvents', column: 'receivedAt', keep: 30 }
