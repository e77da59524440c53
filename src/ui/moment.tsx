import { useEffect, useState } from 'react'
import { timeOfToday, usDate } from '#lib/us-date.ts'

/**
 * A time as a date. On the same day, the browser adds the time of day, which only it knows: cached pages are the same for
 * all time zones. It belongs at the end of its line, or what follows it moves. `afterText`: text before it may fill the
 * line, so it keeps the width of both, or it would move to another line.
 */
export function Moment({ time, afterText = false }: { time: string; afterText?: boolean }) {
  const [today, setToday] = useState<string | null>(null)
  useEffect(() => setToday(timeOfToday(time, new Date())), [time])
  const className = afterText ? 'inline-block min-w-[19ch] whitespace-nowrap' : undefined
  return (
    <time dateTime={time} className={className}>
      {today ?? usDate(time)}
    </time>
  )
}
