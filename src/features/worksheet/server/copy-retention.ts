import { sql } from 'kysely'
import type { Retention } from '#platform/work/retention.ts'

/** For how many days copies are kept: longer than the time in which a visitor counts only once. */
const days = 2

/** Copies that were added to the totals, and the salts of their visitors' hashes. */
export const copyRetention: Retention[] = [
  { table: 'promptCopies', column: 'copiedAt', keep: days, where: sql`r.folded` },
  { table: 'dailySalts', column: 'day', unit: 'day', keep: days },
]
