import { type RawBuilder, sql } from 'kysely'

/**
 * Until when a vote is held, that is, not counted; null if it counts. PostgreSQL's infinity is returned as a number.
 */
export type HeldUntil = Date | number | null

/** The current time, and the age in hours from which the votes of an account count. */
export type Maturity = { now: Date; maturityHours: number }

/**
 * SQL for the time until which the votes of account `u` (users) are held; null if they count immediately. If no age is
 * required, it doesn't compare times: the database's clock may be ahead of ours.
 */
export function heldUntilFor({ now, maturityHours }: Maturity): RawBuilder<HeldUntil> {
  const matures = sql`u.created_at + make_interval(hours => ${maturityHours})`
  const young = maturityHours > 0 ? sql`when ${matures} > ${now} then ${matures}` : sql``
  return sql`case when u.banned then 'infinity'::timestamptz ${young} end`
}
