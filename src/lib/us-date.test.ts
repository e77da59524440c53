import { expect, it } from 'vitest'
import { usDate } from './us-date.ts'

it('a date is in US English and UTC in any time zone', () => {
  expect(usDate('2026-03-04T23:30:00.000Z')).toBe('March 4, 2026')
})
