import { expect, it } from 'vitest'
import { scaleOf } from './rating-table.tsx'

it('the scale of the intervals begins and ends at multiples of 100, and is at least 400 points wide', () => {
  expect(scaleOf([])).toEqual({ from: 800, to: 1200 })
  expect(scaleOf([{ low: 990, high: 1010 }])).toEqual({ from: 800, to: 1200 })
  expect(
    scaleOf([
      { low: 640, high: 1000 },
      { low: 980, high: 1330 },
    ]),
  ).toEqual({ from: 600, to: 1400 })
})
