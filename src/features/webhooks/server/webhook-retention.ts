import type { Retention } from '#platform/work/retention.ts'
import { webhookLimits } from '../rules.ts'

/** How long the log of webhooks is kept. */
export const webhookRetention: Retention = {
  table: 'webhookDeliveries',
  column: 'createdAt',
  keep: webhookLimits.keptDays,
}
