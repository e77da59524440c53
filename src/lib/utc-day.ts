import { cutText } from './well-formed.ts'

/** Returns the day (UTC) of a time as ISO 8601, such as `2026-03-04`. */
export function utcDay(time: Date): string {
  return cutText(time.toISOString(), 10)
}
