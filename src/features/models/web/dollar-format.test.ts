import { expect, it } from 'vitest'
import { formatDollars, formatRate } from './dollar-format.ts'

it('amounts have as many digits as they need', () => {
  expect([5, 0.1234, 0.0123, 0.000045, 0].map(formatDollars)).toEqual(['$5.00', '$0.12', '$0.012', '$0.000045', '$0'])
})

it('prices per million tokens have no needless digits', () => {
  expect([15, 2.5, 0.75, 0.04, 0].map(formatRate)).toEqual(['$15', '$2.50', '$0.75', '$0.040', '$0'])
})
