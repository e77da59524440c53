import { type RawBuilder, sql } from 'kysely'

export type Maturity = { now: Date; maturityHours: number }

/**
 * SQL for when the votes of account `u` (users) begin to count; null when they count at once. Without a required age no
 * clock is involved: the database's may be ahead of ours.
 */
export function heldUntil({ now, maturityHours }: Maturity): RawBuilder<Date | number | null> {
  const matures = sql`u.created_at + make_interval(hours => ${maturityHours})`
  const young = maturityHours > 0 ? sql`when ${matures} > ${now} then ${matures}` : sql``
  return sql`case when u.banned then 'infinity'::timestamptz ${young} end`
}
