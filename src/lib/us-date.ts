const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Formats an ISO 8601 time: "March 4, 2026" (US English, UTC, so that server and browser agree). Doesn't use `Intl`,
 * because its first use blocks a phone for 50 ms.
 */
export function usDate(iso: string): string {
  const date = new Date(iso)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
