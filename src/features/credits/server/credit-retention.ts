import { sql } from 'kysely'
import type { Retention } from '#platform/work/retention.ts'

/** How many days these rows are kept. A repeated request must find its hold. */
const days = 30

/**
 * Closed holds, empty grants that expired, and counts of accounts' first grants (by network and day). The grants of open
 * holds stay, because a released hold gives its credits back to them.
 */
export const creditRetention: Retention[] = [
  { table: 'creditHolds', column: 'closedAt', keep: days },
  {
    table: 'creditLots',
    column: 'expiresAt',
    keep: days,
    where: sql`r.remaining = 0 and not exists (
      select from credit_holds h where h.user_id = r.user_id and h.state = 'open'
        and h.parts @> jsonb_build_array(jsonb_build_object('lot', r.id)))`,
  },
  { table: 'creditFirstGrants', column: 'day', unit: 'day', keep: days },
]
