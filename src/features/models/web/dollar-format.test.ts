import { expect, it } from 'vitest'
import { formatDollars, formatTokenPrice } from './dollar-format.ts'

it('amounts have cents, or two significant digits below $0.10', () => {
  const dollars = [5, 0.1234, 0.0999, 0.0123, 0.000045, 0.0000002, 0]
  expect(dollars.map(formatDollars)).toEqual(['$5.00', '$0.12', '$0.10', '$0.012', '$0.000045', '<$0.000001', '$0'])
})

it('prices per million tokens have cents only if they aren’t whole, and three decimals below $0.10', () => {
  expect([15, 2.5, 0.75, 0.04, 0].map(formatTokenPrice)).toEqual(['$15', '$2.50', '$0.75', '$0.040', '$0'])
})
