import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['museums', 'museums', 0],
  ['musuems', 'museums', 1],
  ['musuems', 'must', 4],
  ['terminl', 'terminal', 1],
  ['develper', 'developer', 1],
  ['', 'abc', 3],
  ['ca', 'abc', 3],
  ['café', 'cafe', 1],
])('the distance from “%s” to “%s” is %i', (one, other, distance) => expect(editDistance(one, other)).toBe(distance))

it('property: the distance is symmetric, 0 only for equal words, and 1 after two different neighboring letters are swapped', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcde'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.nat(7), (one, other, position) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one))
      expect(editDistance(one, other) === 0).toBe(one === other)
      const swapped =
        one.slice(0, position) + (one[position + 1] ?? '') + (one[position] ?? '') + one.slice(position + 2)
      expect(editDistance(one, swapped)).toBe(one === swapped ? 0 : 1)
    }),
    { numRuns: 1000 },
  )
})
