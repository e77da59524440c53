import { expect, it } from 'vitest'
import { chooseShorterTerms } from './shorter-term-rules.ts'

const word = (text: string, rarity: number, weight = 1) => ({ text, isFiller: weight < 0.2, weight, rarity })
const words = [
  word('write', 2, 0.1),
  word('resignation', 6),
  word('letter', 3),
  word('boss', 5),
  word('polite', 4, 0.6),
]

it('each shorter term has the words of one result; the most specific comes first, and none is part of another', () => {
  // For each result, the indexes of its words. “write” is a filler, so the terms leave it out.
  const found = [[0, 2], [2, 3], [1], [3], [0, 4], []]
  expect(chooseShorterTerms(words, found)).toEqual(['letter boss', 'resignation', 'polite'])
})

it('overlapping pairs of characters in a script without spaces are joined into the text that they come from', () => {
  const pairs = [word('小红', 5), word('红书', 5), word('推广', 4), word('plan', 2)]
  expect(chooseShorterTerms([...pairs, word('x', 1)], [[0, 1, 2, 3]])).toEqual(['小红书 推广 plan'])
})

it('there are at most three shorter terms, and none that leaves out only fillers', () => {
  expect(chooseShorterTerms(words, [[1, 2, 3, 4]])).toEqual([])
  expect(chooseShorterTerms(words, [[1, 2], [1, 3], [2, 3], [2]])).toEqual([
    'resignation boss',
    'resignation letter',
    'letter boss',
  ])
  const more = [...words, word('email', 1)]
  expect(
    chooseShorterTerms(more, [
      [1, 2],
      [1, 3],
      [2, 3],
      [5, 2],
    ]),
  ).toHaveLength(3)
})
