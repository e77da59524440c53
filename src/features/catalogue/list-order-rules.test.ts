import { describe, expect, it } from 'vitest'
import { sampleCard } from '#test/sample-home.ts'
import { isUnranked, readableFirst } from './list-order-rules.ts'

const good = { title: 'A reminder', excerpt: 'Write a friendly reminder to a customer who has not paid yet.' }
const poor = { title: 'Some data', excerpt: '{"a": [1, 2], "b": {"c": null}}' }

describe('a page of prompts', () => {
  it('is unranked if the numbers that its order uses are zero for its first prompt', () => {
    const copiedCard = { ...sampleCard('a'), copies: 1 }
    const likedCard = { ...sampleCard('a'), votes: { up: 1, down: 0 } }
    expect(isUnranked('popular', [likedCard], undefined)).toBe(true)
    expect(isUnranked('popular', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('highest-rated', [copiedCard], undefined)).toBe(true)
    expect(isUnranked('highest-rated', [likedCard], undefined)).toBe(false)
    expect(isUnranked('trending', [sampleCard('a')], undefined)).toBe(true)
    expect(isUnranked('trending', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('newest', [sampleCard('a')], undefined)).toBe(false)
    expect(isUnranked('popular', [sampleCard('a')], 'later')).toBe(false)
    expect(isUnranked('popular', [], undefined)).toBe(false)
  })

  it('shows readable prompts first, but only among prompts of equal rank', () => {
    const cards = [
      { ...sampleCard('often'), ...poor, copies: 9 },
      { ...sampleCard('poor'), ...poor, copies: 2 },
      { ...sampleCard('good'), ...good, copies: 2 },
    ]
    const slugs = (sort: 'popular' | 'newest') => readableFirst(sort, cards).map(({ slug }) => slug)
    expect(slugs('popular')).toEqual(['often', 'good', 'poor'])
    expect(slugs('newest')).toEqual(['good', 'often', 'poor'])
  })
})
