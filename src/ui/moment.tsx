import { useEffect, useState } from 'react'
import { timeOfToday, usDate } from '#lib/us-date.ts'

/**
 * A time as a date. On the same day, the browser adds the time of day, which only it knows: cached pages are the same for
 * all time zones. It belongs at the end of its line, or what follows it moves.
 */
export function Moment({ time }: { time: string }) {
  const [today, setToday] = useState<string | null>(null)
  useEffect(() => setToday(timeOfToday(time, new Date())), [time])
  return <time dateTime={time}>{today ?? usDate(time)}</time>
}
