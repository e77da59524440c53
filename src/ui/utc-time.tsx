import { usDate, utcTime } from '#lib/us-date.ts'

/** A time as its date and time of day in UTC, for pages of operators and moderators, which name the zone once. */
export function UtcTime({ time }: { time: string }) {
  return <time dateTime={time}>{`${usDate(time)}, ${utcTime(time)}`}</time>
}
