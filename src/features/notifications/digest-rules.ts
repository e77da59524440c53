const dayMs = 86_400_000

/** Digests of a week go out from this hour (UTC) of its Monday on. */
export const digestHour = 6

/** The week that a digest sent now belongs to: its Monday, as YYYY-MM-DD. Before `digestHour` it is still the last week. */
export function digestWeek(now: Date): string {
  const shifted = now.getTime() - digestHour * 3_600_000
  const sinceMonday = (new Date(shifted).getUTCDay() + 6) % 7
  return new Date(shifted - sinceMonday * dayMs).toISOString().slice(0, 10)
}
