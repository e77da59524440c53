import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSignIndex } from './sign-index.ts'

const dimensions = 64
const signs = fc.uint8Array({ minLength: dimensions / 8, maxLength: dimensions / 8 })

function distance(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, byte, index) => sum + (byte ^ (other[index] ?? 0)).toString(2).replaceAll('0', '').length, 0)
}

it('finds the nearest vectors', () => {
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), signs, fc.integer({ min: 0, max: 50 }), (vectors, query, limit) => {
      const index = createSignIndex(dimensions)
      for (const [id, vector] of vectors.entries()) index.add([`${id}`], vector)
      const nearest = index.nearest(query, limit).map(Number)
      expect(new Set(nearest).size).toBe(Math.min(limit, vectors.length))
      const distances = vectors.map((vector) => distance(vector, query)).sort((a, b) => a - b)
      expect(nearest.map((id) => distance(vectors[id] ?? query, query)).sort((a, b) => a - b)).toEqual(
        distances.slice(0, nearest.length),
      )
    }),
  )
})

it('replaces a vector with the same id', () => {
  const index = createSignIndex(dimensions)
  const [far, near] = [new Uint8Array(8), new Uint8Array(8).fill(255)]
  index.add(['a', 'b'], new Uint8Array([...far, ...near]))
  index.add(['a'], near)
  index.add(['b'], far)
  expect(index.size).toBe(2)
  expect(index.nearest(near, 1)).toEqual(['a'])
})
