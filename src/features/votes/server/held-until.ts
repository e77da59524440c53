import { type RawBuilder, sql } from 'kysely'

export type Maturity = { now: Date; maturityHours: number }

/**
 * Until when a vote of account `u` (users) is held, as SQL; null when it counts at once. Without an age that is asked
 * for no clock is: the database's may be ahead of ours.
 */
export function heldUntil({ now, maturityHours }: Maturity): RawBuilder<Date | number | null> {
  const matures = sql`u.created_at + make_interval(hours => ${maturityHours})`
  const young = maturityHours > 0 ? sql`when ${matures} > ${now} then ${matures}` : sql``
  return sql`case when u.banned then 'infinity'::timestamptz ${young} end`
}
