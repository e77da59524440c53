import { type RawBuilder, sql } from 'kysely'

/**
 * The time until which a vote is held, which means that it doesn't count. Null if it counts. PostgreSQL's `infinity`,
 * which stands for a ban, is a number here.
 */
export type HeldUntil = Date | number | null

/** The current time, and how old an account must be before its votes count, in hours. */
export type Maturity = { now: Date; maturityHours: number }

/**
 * Returns SQL for the time until which the votes of `u` (a row of `users`) are held, or null if they count immediately.
 * If no age is required, it doesn't compare times, because the database's clock may be ahead of this process's clock.
 */
export function heldUntilFor({ now, maturityHours }: Maturity): RawBuilder<HeldUntil> {
  // In whole milliseconds, as responses and this process count.
  const maturesAt = sql`date_trunc('milliseconds', u.created_at) + make_interval(hours => ${maturityHours})`
  const whenYoung = maturityHours > 0 ? sql`when ${maturesAt} > ${now} then ${maturesAt}` : sql``
  return sql`case when u.banned then 'infinity'::timestamptz ${whenYoung} end`
}
