import { describe, expect, it } from 'vitest'
import { makeCard } from '#test/make-home.ts'
import { isUnranked } from './list-order-rules.ts'

describe('a page of prompts', () => {
  it('is unranked if it is the first page and has none of the copies or up votes that its order counts', () => {
    const copiedCard = { ...makeCard('a'), copies: 1 }
    const likedCard = { ...makeCard('a'), votes: { up: 1, down: 0 } }
    expect(isUnranked('popular', [likedCard], undefined)).toBe(true)
    expect(isUnranked('popular', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('highest-rated', [copiedCard], undefined)).toBe(true)
    expect(isUnranked('highest-rated', [likedCard], undefined)).toBe(false)
    expect(isUnranked('trending', [makeCard('a')], undefined)).toBe(true)
    expect(isUnranked('trending', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('newest', [makeCard('a')], undefined)).toBe(false)
    expect(isUnranked('popular', [makeCard('a')], 'later')).toBe(false)
    expect(isUnranked('popular', [], undefined)).toBe(false)
  })
})
