import { expect, it } from 'vitest'
import { isEnglishWord, partOfSpeechOf, relatedWords } from './wordnet.ts'

const relatedTexts = (word: string) => relatedWords(word).map(({ text }) => text)

it('relatedWords finds synonyms of the usual sense', () => {
  expect(relatedTexts('physician')).toContain('doctor')
  expect(relatedTexts('attorney')).toContain('lawyer')
  expect(relatedTexts('dog')).not.toContain('chase')
})

it('relatedWords finds words related to a phrase, and phrases related to a word', () => {
  expect(relatedTexts('curriculum vitae')).toContain('resume')
  expect(relatedTexts('broker')).toContain('real estate agent')
})

it('relatedWords finds the other forms of a word, and accepts a word in any form', () => {
  expect(relatedTexts('translator')).toContain('translate')
  expect(relatedTexts('holidays')).toContain('vacation')
})

it('relatedWords and isEnglishWord know irregular forms', () => {
  expect(relatedTexts('children')).toContain('child')
  expect(relatedTexts('child')).toContain('children')
  expect(isEnglishWord('taught')).toBe(true)
})

it('relatedWords weights a synonym by how often it has the meaning of the word', () => {
  const weights = new Map(relatedWords('girlfriend').map(({ text, weight }) => [text, weight]))
  expect(weights.get('lady friend')).toBeGreaterThan(weights.get('girl') ?? 1)
})

it('relatedWords leaves out phrases whose only searchable word is a verb that says little', () => {
  expect(relatedTexts('mail')).not.toContain('get off')
})

it('relatedWords weights synonyms more than broader terms', () => {
  const weights = new Map(relatedWords('physician').map(({ text, weight }) => [text, weight]))
  expect(weights.get('doctor')).toBeGreaterThan(weights.get('medical practitioner') ?? 1)
})

it('isEnglishWord distinguishes English words from others, which have no related words', () => {
  expect(['physician', 'horoscopes', 'planned'].every(isEnglishWord)).toBe(true)
  expect(['etherum', 'wirting', 'Übung', '', '%'].some(isEnglishWord)).toBe(false)
  expect(relatedTexts('wirting')).toEqual([])
})

it('isEnglishWord recognizes comparatives and superlatives only of adjectives and adverbs', () => {
  expect(['nicer', 'fastest', 'sooner'].every(isEnglishWord)).toBe(true)
  expect(isEnglishWord('babysiter')).toBe(false)
})

it('partOfSpeechOf returns the usual part of speech, or “vague” for a noun that seldom says what people want', () => {
  expect(['landlord', 'week', 'explain', 'nervous', 'quickly', 'qwrt'].map(partOfSpeechOf)).toEqual([
    'noun',
    'vague',
    'verb',
    'adj',
    'adv',
    null,
  ])
})
