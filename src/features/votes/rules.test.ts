import { expect, it } from 'vitest'
import { tallyAfter, type VoteValue } from './rules.ts'

it.each([
  [0, 1, { up: 4, down: 2 }],
  [1, 0, { up: 2, down: 2 }],
  [1, -1, { up: 2, down: 3 }],
  [-1, 1, { up: 4, down: 1 }],
  [0, 0, { up: 3, down: 2 }],
] as [VoteValue, VoteValue, object][])(
  'changing a vote from %i to %i updates the shown tally',
  (before, after, tally) => {
    expect(tallyAfter({ up: 3, down: 2 }, before, after)).toEqual(tally)
  },
)

it('a shown tally that doesn’t include the member’s vote yet never falls below zero', () => {
  expect(tallyAfter({ up: 0, down: 0 }, 1, 0)).toEqual({ up: 0, down: 0 })
})
