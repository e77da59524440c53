import type { Retention } from '#platform/work/retention.ts'
import { notificationLimits } from '../rules.ts'

export const notificationRetention: Retention[] = [
  { table: 'notifications', column: 'createdAt', keep: notificationLimits.days },
  { table: 'notificationEvents', column: 'createdAt', keep: notificationLimits.days },
]
