import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compactVector, cosineOf, encodedText, signsOf } from './vector-rules.ts'

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })
  .filter((values) => values.some((value) => Math.abs(value) > 0.01))
  .map((values) => Float32Array.from(values))

it('a compact vector keeps almost the same direction at a quarter of the size', () => {
  fc.assert(
    fc.property(vector, (values) => {
      const compact = compactVector(values)
      expect(compact.byteLength * 4).toBe(values.byteLength)
      expect(cosineOf(values, compact)).toBeGreaterThan(0.999)
    }),
  )
})

it('the cosine is symmetric, 1 for the same direction, -1 for the opposite one, and 0 for a vector of zeros', () => {
  fc.assert(
    fc.property(vector, vector, (one, other) => {
      expect(cosineOf(one, other)).toBeCloseTo(cosineOf(other, one))
      expect(
        cosineOf(
          one,
          one.map((value) => 2 * value),
        ),
      ).toBeCloseTo(1)
      expect(
        cosineOf(
          one,
          one.map((value) => -value),
        ),
      ).toBeCloseTo(-1)
      expect(cosineOf(one, new Float32Array(64))).toBe(0)
    }),
  )
})

it('the signs of a vector are stored in one bit each', () => {
  expect([...signsOf(Float32Array.of(1, -1, 0.5, 0, -2, -3, -4, 5, 6, -1, -1, -1, -1, -1, -1, -1))]).toEqual([
    0b10000101, 1,
  ])
})

it.each([
  ['I want you to act as a poet. You write verses.', 'Poet. You write verses.'],
  ['Act as an expert. Explain {{topic}} to ${reader:a child}.', 'Poet. Explain topic to reader.'],
  ['Two\n\n  lines', 'Poet. Two lines'],
])('the text to encode is the title and %j, without a sentence that only assigns a role', (content, expected) => {
  expect(encodedText({ title: ' Poet ', content })).toBe(expected)
})
