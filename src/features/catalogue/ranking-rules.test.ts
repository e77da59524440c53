import { describe, expect, it } from 'vitest'
import { aboveFloor, type RankedPrompt, rankOf, rarityOf } from './ranking-rules.ts'

const once = 0.61
const rare = { weight: 1, forms: [{ weight: 1, rarity: 6 }] }
const common = { weight: 1, forms: [{ weight: 1, rarity: 1 }] }
const asked = { term: 'wedding toast', asksForPicture: false, needs: [] }

function prompt(change: Partial<RankedPrompt> = {}): RankedPrompt {
  return {
    title: 'Two words',
    bytes: 800,
    isPicture: false,
    occurrences: [],
    needs: [],
    pairs: [],
    similarity: 0,
    ...change,
  }
}
const inText = [{ head: 0, body: once }]
const inTitle = [{ head: once, body: 0 }]

describe('rarity', () => {
  it('falls with the number of prompts, and is never negative', () => {
    expect(rarityOf(1, 1_000)).toBeGreaterThan(rarityOf(100, 1_000))
    expect(rarityOf(1_000, 1_000)).toBeGreaterThanOrEqual(0)
    expect(rarityOf(50, 0)).toBeGreaterThanOrEqual(0)
  })
})

describe('a prompt ranks higher', () => {
  const better = (one: RankedPrompt, other: RankedPrompt, words = [rare, common]) =>
    expect(rankOf(words, one, asked).score).toBeGreaterThan(rankOf(words, other, asked).score)

  it('the nearer it is in meaning, and no higher for a similarity that says nothing', () => {
    better(prompt({ similarity: 0.6 }), prompt({ similarity: 0.5 }))
    expect(rankOf([rare], prompt({ similarity: 0.3 }), asked)).toEqual(rankOf([rare], prompt(), asked))
    expect(rankOf([rare], prompt({ similarity: 0.5 }), asked).isNear).toBe(true)
  })
  it('with a rare word than with a common one', () => {
    better(prompt({ occurrences: [inText, []] }), prompt({ occurrences: [[], inText] }))
  })
  it('with a word in its title than in its text', () => {
    better(prompt({ occurrences: [inTitle] }), prompt({ occurrences: [inText] }))
  })
  it('with all of a short title than with a part of a long one', () => {
    const occurrences = [inTitle]
    better(
      prompt({ title: 'Toast', occurrences }),
      prompt({ title: 'Toast and nine other things to say', occurrences }),
    )
  })
  it('with the word in a short text than in a long one', () => {
    better(prompt({ occurrences: [inText] }), prompt({ bytes: 140_000, occurrences: [inText] }))
  })
  it('with both words than with one of them', () => {
    better(prompt({ occurrences: [inText, inText] }), prompt({ occurrences: [inText] }))
  })
  it('with two words side by side', () => {
    const occurrences = [inText, inText]
    better(prompt({ occurrences, pairs: [true] }), prompt({ occurrences, pairs: [false] }))
  })
  it('with the word itself than with a related one', () => {
    const word = { weight: 1, forms: [...rare.forms, { weight: 0.5, rarity: 6 }] }
    better(prompt({ occurrences: [inText] }), prompt({ occurrences: [[undefined, { head: 0, body: once }]] }), [word])
  })
  it('when the search is its title, whatever else has the words', () => {
    better(
      prompt({ title: 'Wedding Toast', occurrences: [inTitle] }),
      prompt({ occurrences: [inTitle, inTitle], pairs: [true] }),
    )
  })
  it('as a picture only when a picture is asked for', () => {
    const picture = prompt({ isPicture: true, occurrences: [inText] })
    better(prompt({ occurrences: [inText] }), picture)
    const whenAsked = { ...asked, asksForPicture: true }
    expect(rankOf([rare], picture, whenAsked).score).toBeGreaterThan(
      rankOf([rare], prompt({ occurrences: [inText] }), whenAsked).score,
    )
  })
})

describe('what a search is likely for', () => {
  const needs = [{ weight: 0.4, forms: [{ weight: 1, rarity: 5 }] }]
  const rank = (change: Partial<RankedPrompt>) => rankOf([rare], prompt(change), { ...asked, needs })

  it('ranks a prompt that shares no word with the search', () => {
    expect(rank({ occurrences: [[]], needs: [inTitle] }).score).toBeGreaterThan(0)
    expect(rank({ occurrences: [[]], needs: [[]] }).score).toBe(0)
  })
  it('counts less than the words of the search, and adds to them', () => {
    const word = rank({ occurrences: [inTitle], needs: [[]] }).score
    expect(word).toBeGreaterThan(rank({ occurrences: [[]], needs: [inTitle] }).score)
    expect(rank({ occurrences: [inTitle], needs: [inTitle] }).score).toBeGreaterThan(word)
  })
  it('makes a prompt likely, but covers nothing of the search', () => {
    const { coverage, likelihood } = rank({ occurrences: [[]], needs: [inTitle] })
    expect(coverage).toBe(0)
    expect(likelihood).toBeCloseTo(0.4)
  })
  it('says little about a picture', () => {
    const found = { occurrences: [[]], needs: [inText] }
    expect(rank({ ...found, isPicture: true }).likelihood).toBeLessThan(rank(found).likelihood / 2)
  })
})

describe('the floor', () => {
  const rank = (id: string, score: number, coverage: number) => ({
    id,
    score,
    coverage,
    likelihood: coverage,
    isNear: false,
  })

  it('keeps what has most of the search, and not the tail', () => {
    const ranks = [rank('a', 10, 0.9), rank('b', 8, 0.8), rank('c', 6, 0.7), rank('d', 1, 0.6), rank('e', 5, 0.3)]
    expect(aboveFloor(ranks).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
  it('keeps everything that has all of the search', () => {
    expect(aboveFloor(['a', 'b', 'c', 'd'].map((id, place) => rank(id, 10 - 3 * place, 1)))).toHaveLength(4)
  })
  it('takes what is only likely for a guess', () => {
    const likely = ['a', 'b', 'c', 'd'].map((id, place) => ({
      id,
      score: 9 - place,
      coverage: 0,
      likelihood: 1,
      isNear: false,
    }))
    expect(aboveFloor(likely).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(aboveFloor(likely, { guesses: false })).toEqual([])
  })
  it('takes what means nearly the same for a guess, and never beside three results', () => {
    const near = { id: 'n', score: 9, coverage: 0, likelihood: 0, isNear: true }
    expect(aboveFloor([near]).map(({ id }) => id)).toEqual(['n'])
    expect(aboveFloor([near, { ...near, id: 'far', isNear: false }]).map(({ id }) => id)).toEqual(['n'])
    const three = ['a', 'b', 'c'].map((id) => rank(id, 8, 0.8))
    expect(aboveFloor([near, ...three]).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })
  it('takes no such guess beside a prompt with all of the search', () => {
    const likely = { id: 'b', score: 9, coverage: 0, likelihood: 1, isNear: false }
    expect(aboveFloor([rank('a', 10, 1), likely]).map(({ id }) => id)).toEqual(['a'])
    expect(aboveFloor([rank('a', 10, 0.6), likely]).map(({ id }) => id)).toEqual(['a', 'b'])
  })
  it('shows at most three guesses when nothing has much of it, and none when nothing has any', () => {
    const ranks = ['a', 'b', 'c', 'd', 'e'].map((id) => rank(id, 1, 0.2))
    expect(aboveFloor(ranks)).toHaveLength(3)
    expect(aboveFloor([rank('a', 0.1, 0.05)])).toEqual([])
  })
})
