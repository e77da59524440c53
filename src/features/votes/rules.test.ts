import { expect, it } from 'vitest'
import { pressed, tallyAfter, type VoteValue } from './rules.ts'

it.each([
  [0, 1, 1],
  [0, -1, -1],
  [1, 1, 0],
  [1, -1, -1],
  [-1, -1, 0],
  [-1, 1, 1],
] as const)('who said %i and presses %i says %i', (before, key, after) => {
  expect(pressed(before, key)).toBe(after)
})

it.each([
  [0, 1, { up: 4, down: 2 }],
  [1, 0, { up: 2, down: 2 }],
  [1, -1, { up: 2, down: 3 }],
  [-1, 1, { up: 4, down: 1 }],
  [0, 0, { up: 3, down: 2 }],
] as [VoteValue, VoteValue, object][])('a vote from %i to %i moves a shown tally', (before, after, tally) => {
  expect(tallyAfter({ up: 3, down: 2 }, before, after)).toEqual(tally)
})

it('a shown tally that is older than the own vote never falls below nothing', () => {
  expect(tallyAfter({ up: 0, down: 0 }, 1, 0)).toEqual({ up: 0, down: 0 })
})
