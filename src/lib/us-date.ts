const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Formats an ISO 8601 time as a date: “March 4, 2026” (US English; UTC, so that server and browser agree). Avoids
 * `Intl`, whose first use blocks a phone for 50 ms.
 */
export function usDate(iso: string): string {
  return `${monthAndDay(iso)}, ${new Date(iso).getUTCFullYear()}`
}

/** Like `usDate`, but short enough for the ends of a chart’s axis: “Mar 4”. */
export function shortUsDate(iso: string): string {
  return monthAndDay(iso, 3)
}

function monthAndDay(iso: string, letters?: number): string {
  const date = new Date(iso)
  return `${months[date.getUTCMonth()]?.slice(0, letters)} ${date.getUTCDate()}`
}
