import { expect, it } from 'vitest'
import { splitLongLines } from './text-pieces.ts'

it('a text stays whole if none of its lines is very long', () => {
  const text = `${'A sentence of a long paragraph. '.repeat(150)}\n`.repeat(40)
  expect(splitLongLines(text)).toEqual([text])
})

it.each([
  ['without a space', '\u0628'.repeat(199_000)],
  ['of words', '\u05d0a '.repeat(66_000)],
  ['of surrogate pairs', '😀'.repeat(99_000)],
  ['between short lines', `a\n${'b'.repeat(20_000)}\n${'c\n'.repeat(20_000)}`],
])('a very long line is split: %s', (_, text) => {
  const pieces = splitLongLines(text)
  expect(pieces.join('')).toBe(text)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThan(7_000)
    expect(piece.isWellFormed()).toBe(true)
  }
})
