import { plural, t } from '#lib/texts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Tells in words how long before `now` an ISO 8601 time was, in the largest unit that fits: “3 days”. */
export function ageOf(iso: string, now: Date): string {
  const ms = now.getTime() - new Date(iso).getTime()
  if (ms >= dayMs) return plural(Math.floor(ms / dayMs), '{count} day', '{count} days')
  if (ms >= hourMs) return plural(Math.floor(ms / hourMs), '{count} hour', '{count} hours')
  const minutes = Math.floor(ms / minuteMs)
  return minutes > 0 ? plural(minutes, '{count} minute', '{count} minutes') : t('new', { context: 'age' })
}
