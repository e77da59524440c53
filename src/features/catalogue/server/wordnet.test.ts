import { expect, it } from 'vitest'
import { isEnglishWord, relatedWords, usualKindOf } from './wordnet.ts'

const texts = (word: string) => relatedWords(word).map(({ text }) => text)

it('knows words that mean the same, in the sense that is usual', () => {
  expect(texts('physician')).toContain('doctor')
  expect(texts('attorney')).toContain('lawyer')
  expect(texts('dog')).not.toContain('chase')
})

it('knows phrases, and phrases for a word', () => {
  expect(texts('curriculum vitae')).toContain('resume')
  expect(texts('broker')).toContain('real estate agent')
})

it('knows forms of a word, and words in any form', () => {
  expect(texts('translator')).toContain('translate')
  expect(texts('holidays')).toContain('vacation')
})

it('knows forms that no ending makes', () => {
  expect(texts('children')).toContain('child')
  expect(texts('child')).toContain('children')
  expect(isEnglishWord('taught')).toBe(true)
})

it('weighs a synonym by how usual that meaning is for it', () => {
  const weights = new Map(relatedWords('girlfriend').map(({ text, weight }) => [text, weight]))
  expect(weights.get('lady friend')).toBeGreaterThan(weights.get('girl') ?? 1)
})

it('leaves out phrases of which search keeps only an empty verb', () => {
  expect(texts('mail')).not.toContain('get off')
})

it('orders by nearness: what means the same comes before what is wider', () => {
  const weights = new Map(relatedWords('physician').map(({ text, weight }) => [text, weight]))
  expect(weights.get('doctor')).toBeGreaterThan(weights.get('medical practitioner') ?? 1)
})

it('tells English words from others', () => {
  expect(['physician', 'horoscopes', 'planned'].every(isEnglishWord)).toBe(true)
  expect(['etherum', 'wirting', 'Übung', '', '%'].some(isEnglishWord)).toBe(false)
  expect(texts('wirting')).toEqual([])
})

it('takes only adjectives and adverbs as comparable', () => {
  expect(['nicer', 'fastest', 'sooner'].every(isEnglishWord)).toBe(true)
  expect(isEnglishWord('babysiter')).toBe(false)
})

it('says what a word usually is', () => {
  expect(['landlord', 'week', 'explain', 'nervous', 'quickly', 'qwrt'].map(usualKindOf)).toEqual([
    'noun',
    'vague',
    'verb',
    'adj',
    'adv',
    null,
  ])
})
