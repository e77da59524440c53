import { expect, it } from 'vitest'
import { usDate } from './us-date.ts'

it('a date has its month in words, its day and year in figures, wherever the reader is', () => {
  expect(usDate('2026-03-04T23:30:00.000Z')).toBe('March 4, 2026')
})
