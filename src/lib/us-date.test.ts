import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortUsDate, usDate } from './us-date.ts'

it('a date is written in US English and UTC', () => {
  expect(usDate('2026-03-04T23:30:00.000Z')).toBe('March 4, 2026')
  expect(shortUsDate('2026-03-04')).toBe('Mar 4')
})

it('every date is written as Intl writes it', () => {
  const intl = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  const dates = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(fc.property(dates, (date) => usDate(date.toISOString()) === intl.format(date)))
})
