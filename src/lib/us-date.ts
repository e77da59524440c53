const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Formats an ISO 8601 time: "March 4, 2026" (US English, UTC, so that server and browser agree). Without `Intl`, whose
 * first use costs a phone 50 ms before the page reacts.
 */
export function usDate(iso: string): string {
  const date = new Date(iso)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
