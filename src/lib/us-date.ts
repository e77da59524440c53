import { t } from '#lib/texts.ts'
import { currentLanguage } from './language.ts'
import { cutText } from './well-formed.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const shortMonths = months.map((month) => cutText(month, 3))

/**
 * Formats an ISO 8601 time as a date: “March 4, 2026” in English (UTC, so that server and browser agree). Avoids `Intl`,
 * whose first use blocks a phone for 50 ms.
 */
export function usDate(iso: string): string {
  const date = new Date(iso)
  const { format } = currentLanguage()
  if (format) return fillDate(format.date, date, format.months)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** Like `usDate`, but with a short month, for narrow places such as cards: “Mar 4, 2026”. */
export function mediumUsDate(iso: string): string {
  const date = new Date(iso)
  const { format } = currentLanguage()
  if (format) return fillDate(format.date, date, format.shortMonths)
  return `${shortUsDate(iso)}, ${date.getUTCFullYear()}`
}

/** Like `usDate`, but short enough for the ends of a chart’s axis: “Mar 4”. */
export function shortUsDate(iso: string): string {
  const date = new Date(iso)
  const { format } = currentLanguage()
  if (format) return fillDate(format.shortDate, date, format.shortMonths)
  return `${shortMonths[date.getUTCMonth()]} ${date.getUTCDate()}`
}

function fillDate(pattern: string, date: Date, names: readonly string[]): string {
  return pattern
    .replace('{day}', String(date.getUTCDate()))
    .replace('{month}', names[date.getUTCMonth()] ?? '')
    .replace('{year}', String(date.getUTCFullYear()))
}

/**
 * Formats a time of the reader's today as “Today, 2:32 PM”, in the time zone of the browser. Returns null for any other
 * day: its time of day no longer matters.
 */
export function timeOfToday(iso: string, now: Date): string | null {
  const time = new Date(iso)
  if (time.toDateString() !== now.toDateString()) return null
  return t('Today, {time}', { time: timeOf(time) })
}

/** The time of day in UTC, such as `14:32`, for pages of operators. */
export function utcTime(iso: string): string {
  return iso.slice(11, 16)
}

/** Only languages other than English need `Intl`. */
function timeOf(time: Date): string {
  const { tag } = currentLanguage()
  const hours = time.getHours()
  return tag === 'en'
    ? `${hours % 12 || 12}:${String(time.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
    : time.toLocaleTimeString(tag, { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn' })
}
