import { expect, test } from 'vitest'
import { atLeast, atMost, compareWithBudgets, percentiles } from './report.ts'

test('each number with a budget is shown with it, marked as met or missed', () => {
  const lines = compareWithBudgets([
    [
      'Start',
      [
        ['first start', '9 s', atMost(10, 9, 's')],
        ['no budget', '1 ms'],
      ],
    ],
    ['Votes', [['at once', '1,499 a second', atLeast(1_500, 1_499, 'a second', 'rate'), atMost(2, 2, 'times')]]],
  ])
  expect(lines).toEqual([
    ['Start', 'first start', '9 s', 'at most 10 s', 'met'],
    ['Votes', 'at once: rate', '1,499 a second', 'at least 1,500 a second', '**missed**'],
    ['Votes', 'at once', '2 times', 'at most 2 times', 'met'],
  ])
})

test('a figure that could not be measured misses its budget', () => {
  const [line] = compareWithBudgets([['Start', [['memory', '', atMost(200, Number.NaN, 'MB')]]]])
  expect(line?.at(-1)).toBe('**missed**')
})

test('percentiles are measured values, not interpolated ones', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentiles(times)).toEqual({ p50: 51, p95: 96 })
})
