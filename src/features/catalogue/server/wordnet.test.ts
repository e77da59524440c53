import { expect, it } from 'vitest'
import { isEnglishWord, partOfSpeechOf, relatedWords } from './wordnet.ts'

const relatedTexts = (word: string) => relatedWords(word).map(({ text }) => text)

it('knows synonyms of the usual sense', () => {
  expect(relatedTexts('physician')).toContain('doctor')
  expect(relatedTexts('attorney')).toContain('lawyer')
  expect(relatedTexts('dog')).not.toContain('chase')
})

it('knows words related to a phrase, and phrases related to a word', () => {
  expect(relatedTexts('curriculum vitae')).toContain('resume')
  expect(relatedTexts('broker')).toContain('real estate agent')
})

it('knows the forms of a word, and finds a word by any form', () => {
  expect(relatedTexts('translator')).toContain('translate')
  expect(relatedTexts('holidays')).toContain('vacation')
})

it('knows irregular forms', () => {
  expect(relatedTexts('children')).toContain('child')
  expect(relatedTexts('child')).toContain('children')
  expect(isEnglishWord('taught')).toBe(true)
})

it('weights a synonym by how often it has that meaning', () => {
  const weights = new Map(relatedWords('girlfriend').map(({ text, weight }) => [text, weight]))
  expect(weights.get('lady friend')).toBeGreaterThan(weights.get('girl') ?? 1)
})

it('leaves out phrases whose only searchable word is a meaningless verb', () => {
  expect(relatedTexts('mail')).not.toContain('get off')
})

it('weights synonyms more than broader terms', () => {
  const weights = new Map(relatedWords('physician').map(({ text, weight }) => [text, weight]))
  expect(weights.get('doctor')).toBeGreaterThan(weights.get('medical practitioner') ?? 1)
})

it('distinguishes English words from others', () => {
  expect(['physician', 'horoscopes', 'planned'].every(isEnglishWord)).toBe(true)
  expect(['etherum', 'wirting', 'Übung', '', '%'].some(isEnglishWord)).toBe(false)
  expect(relatedTexts('wirting')).toEqual([])
})

it('recognizes comparative endings only of adjectives and adverbs', () => {
  expect(['nicer', 'fastest', 'sooner'].every(isEnglishWord)).toBe(true)
  expect(isEnglishWord('babysiter')).toBe(false)
})

it('knows the usual part of speech of a word', () => {
  expect(['landlord', 'week', 'explain', 'nervous', 'quickly', 'qwrt'].map(partOfSpeechOf)).toEqual([
    'noun',
    'vague',
    'verb',
    'adj',
    'adv',
    null,
  ])
})
