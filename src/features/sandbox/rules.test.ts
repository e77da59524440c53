import fc from 'fast-check'
import { expect, it } from 'vitest'
import { utcDay } from '#lib/utc-day.ts'
import { monthsAfter, periodEndAfter } from './rules.ts'

const secondsOf = (day: string) => Date.parse(`${day}T10:20:30.000Z`) / 1000
const dayOf = (at: number) => utcDay(new Date(at * 1000))

it.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-01-31', 2, '2027-03-31'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
])('%s plus %i month(s) is %s', (anchor, months, end) => {
  expect(dayOf(monthsAfter(secondsOf(anchor), months))).toBe(end)
})

it('period number n of a subscription ends n months after the first one began, and lasts 28 to 31 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 1, max: 30 }), (days, periods) => {
      const anchor = secondsOf('2024-01-01') + days * 86_400
      let start = anchor
      for (let number = 1; number <= periods; number++) {
        const end = periodEndAfter(anchor, start)
        expect(end).toBe(monthsAfter(anchor, number))
        expect(end - start).toBeGreaterThanOrEqual(28 * 86_400)
        expect(end - start).toBeLessThanOrEqual(31 * 86_400)
        start = end
      }
    }),
    { numRuns: 500 },
  )
})
