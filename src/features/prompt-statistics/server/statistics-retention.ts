import type { Retention } from '#platform/work/retention.ts'
import { earlierYears } from '../rules.ts'

/** The counts of years that are no longer shown. */
export const statisticsRetention: Retention = {
  table: 'promptDays',
  column: 'day',
  unit: 'day',
  keep: (now) => new Date(Date.UTC(now.getUTCFullYear() - earlierYears, 0, 1)),
}
