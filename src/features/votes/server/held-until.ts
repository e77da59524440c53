import { type RawBuilder, sql } from 'kysely'

/** The current time, and the age in hours from which the votes of an account count. */
export type Maturity = { now: Date; maturityHours: number }

/**
 * SQL for the time from which the votes of account `u` (users) count; null if they count immediately. If no age is
 * required, it doesn't compare times: the database's clock may be ahead of ours.
 */
export function heldUntil({ now, maturityHours }: Maturity): RawBuilder<Date | number | null> {
  const matures = sql`u.created_at + make_interval(hours => ${maturityHours})`
  const young = maturityHours > 0 ? sql`when ${matures} > ${now} then ${matures}` : sql``
  return sql`case when u.banned then 'infinity'::timestamptz ${young} end`
}
