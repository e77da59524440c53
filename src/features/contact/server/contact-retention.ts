import type { Retention } from '#platform/work/retention.ts'
import { contactRetentionDays } from '../rules.ts'

export const contactRetention: Retention = {
  table: 'contactMessages',
  column: 'createdAt',
  keep: contactRetentionDays,
}
