import type { Retention } from '#platform/work/retention.ts'

/** Downloads are kept longer than the time in which a visitor counts only once. */
export const skillRetention: Retention = { table: 'skillDownloads', column: 'downloadedAt', keep: 2 }
