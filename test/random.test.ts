import { expect, it } from 'vitest'
import { zipfFrom } from './random.ts'

it('zipfFrom draws every item, the first one most often', () => {
  const draw = zipfFrom(1)
  const list = ['a', 'b', 'c'] as const
  const counts = { a: 0, b: 0, c: 0 }
  for (let i = 0; i < 1000; i++) counts[draw(list)]++
  expect(counts.a).toBeGreaterThan(counts.b)
  expect(counts.b).toBeGreaterThan(counts.c)
  expect(counts.c).toBeGreaterThan(0)
})
