import type { Retention } from '#platform/work/retention.ts'

export const viewRetention: Retention = { table: 'promptViewsDaily', column: 'day', unit: 'day', keep: 400 }
