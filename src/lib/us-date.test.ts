import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortUsDate, timeOfToday, usDate } from './us-date.ts'

it('a date is written in US English and UTC', () => {
  expect(usDate('2026-03-04T23:30:00.000Z')).toBe('March 4, 2026')
  expect(shortUsDate('2026-03-04')).toBe('Mar 4')
})

it('every date is written as Intl writes it', () => {
  const intl = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  const dates = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(fc.property(dates, (date) => usDate(date.toISOString()) === intl.format(date)))
})

/** A local time, so that the test doesn't depend on the time zone of the machine. */
const at = (hours: number, minutes: number, day = 20) => new Date(2026, 10, day, hours, minutes)

describe('the time of today', () => {
  it.each([
    [at(14, 32), 'Today, 2:32 PM'],
    [at(0, 5), 'Today, 12:05 AM'],
    [at(12, 0), 'Today, 12:00 PM'],
    [at(23, 59), 'Today, 11:59 PM'],
  ])('%s is %s', (time, text) => {
    expect(timeOfToday(time.toISOString(), at(20, 0))).toBe(text)
  })

  it('is null on any other day, also less than a day before', () => {
    expect(timeOfToday(at(23, 59, 19).toISOString(), at(0, 1))).toBeNull()
    expect(timeOfToday(at(0, 0, 21).toISOString(), at(23, 59))).toBeNull()
  })
})
