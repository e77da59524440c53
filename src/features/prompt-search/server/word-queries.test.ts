import { describe, expect, it } from 'vitest'
import type { SearchForm } from './search-plan.ts'
import { allOf, queryOfForms } from './word-queries.ts'

const total = 1000
const heads = new Map([
  [`'bank'`, 30],
  [`'loan'`, 20],
])
const frequencies = { countOf: (query: string) => heads.get(query) ?? 0, total }

const formOf = (word: string, prompts: number): SearchForm => ({
  english: `'${word}'`,
  simple: `'${word}'`,
  weight: 1,
  prompts,
  rarity: 1,
  rarityMax: 2,
})
const [bank, loan, letter] = [formOf('bank', 200), formOf('loan', 100), formOf('letter', 500)]
const queryFor = (...forms: SearchForm[]) => queryOfForms(forms, frequencies)

describe('the query of a word', () => {
  it('matches any of its forms, and is expected to find as many prompts as these have together', () => {
    expect(queryFor(loan, bank)).toMatchObject({ query: `'loan' | 'bank'`, promptsInTexts: 300, promptsInHeads: 50 })
  })
  it('is expected to find at most all prompts', () => {
    expect(queryFor(letter, formOf('note', 700)).promptsInTexts).toBe(total)
  })
  it('also matches the unstemmed word, because only English prompts are indexed by stems', () => {
    const { query, promptsInHeads } = queryFor({ ...loan, simple: `'loans'` })
    expect(query).toBe(`('loan' | 'loans')`)
    expect(promptsInHeads, 'counted by its stem').toBe(20)
    expect(queryFor({ ...loan, simple: '' }).query).toBe(`'loan'`)
  })
  it('ignores the order of words in a phrase', () => {
    const phrase = `'cover' <-> 'letter'`
    expect(queryFor({ ...letter, english: phrase, simple: phrase }).query).toBe(`'cover' & 'letter'`)
  })
})

describe('the query of several words', () => {
  it('is expected to find as many prompts as would have all of the words by chance', () => {
    const { query, promptsInTexts, promptsInHeads } = allOf([queryFor(letter), queryFor(bank)], total)
    expect(query).toBe(`('letter') & ('bank')`)
    expect(promptsInTexts).toBeCloseTo(100)
    expect(promptsInHeads).toBe(0)
  })
  it('leaves out a word whose forms include all forms of another searched word', () => {
    const { query, promptsInTexts } = allOf([queryFor(loan, bank), queryFor(letter), queryFor(bank)], total)
    expect(query).toBe(`('letter') & ('bank')`)
    expect(promptsInTexts).toBeCloseTo(100)
  })
  it('requires both of two words that share only some of their forms', () => {
    const { query } = allOf([queryFor(loan, bank), queryFor(bank, letter)], total)
    expect(query).toBe(`('loan' | 'bank') & ('bank' | 'letter')`)
  })
  it('has a repeated word only once', () => {
    expect(allOf([queryFor(bank), queryFor(bank)], total)).toMatchObject({
      query: `('bank')`,
      promptsInTexts: 200,
      promptsInHeads: 30,
    })
  })
})
