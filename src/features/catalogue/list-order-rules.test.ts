import { describe, expect, it } from 'vitest'
import type { Proof } from '#features/proofs/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { isUnranked } from './list-order-rules.ts'

const proof: Proof = {
  state: 'proved',
  source: 'test',
  model: 'gpt-5.4-mini',
  passed: 9,
  answered: 9,
  current: true,
  madeAt: '2026-11-03T12:00:00.000Z',
}

describe('a page of prompts', () => {
  it('is unranked if it is the first page and has none of the copies or up votes that its order counts', () => {
    const copiedCard = { ...makeCard('a'), copies: 1 }
    const likedCard = { ...makeCard('a'), votes: { up: 1, down: 0 } }
    expect(isUnranked('popular', [likedCard], undefined)).toBe(true)
    expect(isUnranked('popular', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('highest-rated', [copiedCard], undefined)).toBe(true)
    expect(isUnranked('highest-rated', [likedCard], undefined)).toBe(false)
    expect(isUnranked('proved', [likedCard, copiedCard], undefined)).toBe(true)
    expect(isUnranked('proved', [likedCard, { ...makeCard('b'), proof }], undefined)).toBe(false)
    expect(isUnranked('proved', [{ ...makeCard('b'), proof: { ...proof, state: 'ended' } }], undefined)).toBe(true)
    expect(isUnranked('trending', [makeCard('a')], undefined)).toBe(true)
    expect(isUnranked('trending', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('newest', [makeCard('a')], undefined)).toBe(false)
    expect(isUnranked('popular', [makeCard('a')], 'later')).toBe(false)
    expect(isUnranked('popular', [], undefined)).toBe(false)
  })
})
