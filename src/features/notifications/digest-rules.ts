import { utcDay } from '#lib/utc-day.ts'

const dayMs = 86_400_000

/** The digests of a week are sent on its Monday from this hour on (UTC). */
export const digestHour = 6

/**
 * Returns the week of a digest sent at `now`, as the date of its Monday (YYYY-MM-DD). Before `digestHour` on a Monday,
 * it is the previous week.
 */
export function digestWeek(now: Date): string {
  const shiftedMs = now.getTime() - digestHour * 3_600_000
  const daysSinceMonday = (new Date(shiftedMs).getUTCDay() + 6) % 7
  return utcDay(new Date(shiftedMs - daysSinceMonday * dayMs))
}
