import { expect, it } from 'vitest'
import { isSuccess, ndcg } from './measures.ts'

const search = { kind: 'sentence', query: 'fix my bike', fits: ['Bicycle repair', 'Mechanic'] }

it('a search succeeds with a fitting prompt among its first three results', () => {
  expect(isSuccess(search, { titles: ['A', 'B', 'Mechanic'], total: 9 })).toBe(true)
  expect(isSuccess(search, { titles: ['A', 'B', 'C', 'Mechanic'], total: 9 })).toBe(false)
})

it('a search without fitting prompts succeeds with at most three results, and its ndcg is null', () => {
  const hopeless = { ...search, fits: [] }
  expect(isSuccess(hopeless, { titles: ['A', 'B', 'C'], total: 3 })).toBe(true)
  expect(isSuccess(hopeless, { titles: ['A', 'B', 'C', 'D'], total: 4 })).toBe(false)
  expect(ndcg(hopeless, { titles: [], total: 0 })).toBeNull()
})

it('ndcg is 1 if all fitting prompts come first, less if one of them ranks lower, and 0 if none is found', () => {
  expect(ndcg(search, { titles: ['Mechanic', 'Bicycle repair', 'A'], total: 3 })).toBe(1)
  expect(ndcg(search, { titles: ['Mechanic', 'A', 'Bicycle repair'], total: 3 })).toBeCloseTo(0.92, 2)
  expect(ndcg(search, { titles: ['A'], total: 1 })).toBe(0)
})
