import { expect, it } from 'vitest'
import { formatCost, formatSeconds, formatTokens, statusText } from './answer-format.ts'

it('times and costs are formatted with as many digits as they need', () => {
  expect([null, 0, 12, 999, 3449, 61_000].map(formatSeconds)).toEqual([
    '–',
    '0.00 s',
    '0.01 s',
    '1.00 s',
    '3.4 s',
    '61.0 s',
  ])
  expect([null, 0, 0.00004, 0.0012, 0.034, 1.5].map(formatCost)).toEqual([
    '–',
    '$0',
    'under $0.0001',
    '$0.0012',
    '$0.03',
    '$1.50',
  ])
})

it('estimated tokens and cut-off answers are marked, and a pasted answer has no status', () => {
  expect(formatTokens({ input: 3, output: 1204, estimated: true })).toBe('~1,204')
  expect(formatTokens({ input: 3, output: 12, estimated: false })).toBe('12')
  expect(statusText({ status: 'done', pasted: true, cut: false })).toBe('')
  expect(statusText({ status: 'done', pasted: false, cut: true })).toBe('Cut off: length limit or content filter')
})
