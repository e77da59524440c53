import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCredits, freePeriodOf, insufficientCreditsMessage, nextDayOf, planReturn } from './rules.ts'

describe('the free plan’s period', () => {
  it.each([
    ['2026-11-20T17:00:00.000Z', 'free:2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', 'free:2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T00:00:00.000Z', 'free:2026-12', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 'free:2028-02', '2028-03-01T00:00:00.000Z'],
    // UTC decides the month. At the first of these times it is already December in Kiritimati (UTC+14), and at the
    // second it is still October in Honolulu.
    ['2026-11-30T23:00:00.000+00:00', 'free:2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-11-01T05:00:00.000Z', 'free:2026-11', '2026-12-01T00:00:00.000Z'],
  ])('of %s is %s until %s', (now, key, endsAt) => {
    expect(freePeriodOf(new Date(now))).toEqual({ key, endsAt: new Date(endsAt) })
  })

  it('contains the given time, and ends when the next period begins', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
        const { key, endsAt } = freePeriodOf(now)
        expect(endsAt > now).toBe(true)
        expect(freePeriodOf(new Date(endsAt.getTime() - 1)).key).toBe(key)
        expect(freePeriodOf(endsAt).key).not.toBe(key)
      }),
    )
  })
})

it('the day after the last of a month is the first of the next month', () => {
  expect(nextDayOf(new Date('2026-12-31T23:59:59.999Z'))).toEqual(new Date('2027-01-01T00:00:00.000Z'))
})

describe('numbers of credits', () => {
  it('use the singular for one, except in the error message whose wording the API promises', () => {
    expect(insufficientCreditsMessage(1, 0)).toBe('You need 1 credits but only have 0.')
    expect([0, 1, 2].map(formatCredits)).toEqual(['0 credits', '1 credit', '2 credits'])
  })
})

describe('a return of credits', () => {
  const spends = [
    {
      number: 9,
      parts: [
        { lot: 'month', amount: 1 },
        { lot: 'gift', amount: 4 },
      ],
    },
    { number: 7, parts: [{ lot: 'month', amount: 3 }] },
  ]
  const validGrants = new Set(['month', 'gift'])

  it('undoes the newest spend first, then the one before it', () => {
    expect(planReturn(spends, [], validGrants, 6)).toEqual([
      { lot: 'gift', amount: 4, of: 9 },
      { lot: 'month', amount: 1, of: 9 },
      { lot: 'month', amount: 1, of: 7 },
    ])
  })

  it('excludes what was returned before', () => {
    const returned = [
      { lot: 'gift', amount: 3, of: 9 },
      { lot: 'month', amount: 3, of: 7 },
      { lot: 'month', amount: 2, of: 3 },
    ]
    expect(planReturn(spends, returned, validGrants, 2)).toEqual([
      { lot: 'gift', amount: 1, of: 9 },
      { lot: 'month', amount: 1, of: 9 },
    ])
    expect(planReturn(spends, returned, validGrants, 3)).toBeNull()
  })

  it('excludes grants that are no longer valid', () => {
    expect(planReturn(spends, [], new Set(['gift']), 4)).toEqual([{ lot: 'gift', amount: 4, of: 9 }])
    expect(planReturn(spends, [], new Set(['gift']), 5)).toBeNull()
  })

  it('is refused completely if it is more than was spent', () => {
    expect(planReturn(spends, [], validGrants, 9)).toBeNull()
    expect(planReturn([], [], validGrants, 1)).toBeNull()
  })
})

it('numbers of credits have a comma between thousands', () => {
  expect(formatCredits(1)).toBe('1 credit')
  expect(formatCredits(1000)).toBe('1,000 credits')
  expect(insufficientCreditsMessage(1200, 1000)).toBe('You need 1,200 credits but only have 1,000.')
})
