const longDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** Formats an ISO 8601 time: "March 4, 2026" (US English, UTC, so that server and browser agree). */
export function usDate(iso: string): string {
  return longDate.format(new Date(iso))
}
