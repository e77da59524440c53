import { expect, it } from 'vitest'
import { ageOf } from './waiting-age.ts'

it('an age is in the largest unit that fits, and never negative', () => {
  const now = new Date('2026-03-04T12:00:00.000Z')
  const ages = ['12:00:30', '11:59:30', '11:59:00', '10:30:00', '00:00:00'].map((time) => `2026-03-04T${time}.000Z`)
  ages.push('2026-03-03T11:00:00.000Z', '2026-02-01T12:00:00.000Z')
  expect(ages.map((iso) => ageOf(iso, now))).toEqual([
    'new',
    'new',
    '1 minute',
    '1 hour',
    '12 hours',
    '1 day',
    '31 days',
  ])
})
