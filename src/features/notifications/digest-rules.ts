const dayMs = 86_400_000

/** The digests of a week are sent from this hour (UTC) on its Monday. */
export const digestHour = 6

/** The week of a digest that is sent now: its Monday, as YYYY-MM-DD. Before `digestHour` it is the previous week. */
export function digestWeek(now: Date): string {
  const shifted = now.getTime() - digestHour * 3_600_000
  const sinceMonday = (new Date(shifted).getUTCDay() + 6) % 7
  return new Date(shifted - sinceMonday * dayMs).toISOString().slice(0, 10)
}
