import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { possibleBaseForms } from './english-words.ts'
import { findNeeds, namesOfNeeds, parseNeeds } from './search-needs.ts'

const allNeeds = parseNeeds(readFileSync(join(import.meta.dirname, '../../../../db/search-needs.txt'), 'utf8'))
const equallyImportant = (...texts: string[]) => texts.map((text) => ({ text, importance: 1 }))
const likeliestNeed = (...texts: string[]) => findNeeds(equallyImportant(...texts))[0]?.names[0]?.text

describe('the list of needs', () => {
  it('has names and everyday words for each need', () => {
    expect(allNeeds.length).toBeGreaterThan(200)
    for (const { names, words } of allNeeds) {
      expect(
        names.every((name) => /^[\p{L}\d][\p{L}\d ]*$/u.test(name)),
        `${names}`,
      ).toBe(true)
      expect(words.length, `${names}`).toBeGreaterThan(0)
      expect(
        words.every((word) => /^[\p{L}\d][\p{L}\d ]*$/u.test(word)),
        `${names}: ${words}`,
      ).toBe(true)
    }
  })
  it('has no duplicates, and has words in base form, because other forms would never be found', () => {
    for (const { names, words } of allNeeds) {
      expect(words.filter((word) => possibleBaseForms(word)[0] !== word)).toEqual([])
      expect(new Set([...names, ...words]).size, `${names}`).toBe(names.length + words.length)
    }
  })
  it('joins lines that begin with spaces to the previous line', () => {
    expect(parseNeeds('# a comment\n\ndentist dental: tooth\n  wisdom-tooth gum\nchess: rook\n')).toEqual([
      { names: ['dentist', 'dental'], words: ['tooth', 'wisdom tooth', 'gum'] },
      { names: ['chess'], words: ['rook'] },
    ])
  })
})

it('the names of needs are found for any form of a word', () => {
  const namesFor = (word: string) => namesOfNeeds(word).map(({ text }) => text)
  expect(namesFor('tooth')).toContain('dentist')
  expect(namesFor('teeth')).toContain('dentist')
  expect(namesFor('dentist')).not.toContain('dentist')
  expect(namesFor('qwrt')).toEqual([])
})

it('the name of a need weighs more for an everyday word than for another name of the same need', () => {
  const weightOf = (word: string, name: string) => namesOfNeeds(word).find(({ text }) => text === name)?.weight ?? 0
  expect(weightOf('tooth', 'dental')).toBeGreaterThan(weightOf('dentist', 'dental'))
})

describe('the needs of a search', () => {
  it('are those that most of its words suggest', () => {
    expect(likeliestNeed('dog', 'bark', 'stranger')).toBe('pet')
    expect(likeliestNeed('money', 'save', 'bill')).toBe('budget')
  })
  it('may be suggested by two words together', () => {
    expect(likeliestNeed('price', 'rise')).toBe('price increase')
    expect(likeliestNeed('raise', 'our', 'prices')).toBe('price increase')
    expect(findNeeds(equallyImportant('first', 'aid')).map(({ names }) => names[0]?.text)).toContain('emergency')
    expect(findNeeds(equallyImportant('first'))).toEqual([])
  })
  it('may be suggested by a pair with a stop word, which has no importance by itself', () => {
    const search = [
      { text: 'look', importance: 1 },
      { text: 'after', importance: 0 },
    ]
    expect(findNeeds(search).map(({ names }) => names[0]?.text)).toContain('babysitter')
  })
  it('are an empty list if its words suggest none or have no importance', () => {
    expect(findNeeds([])).toEqual([])
    expect(findNeeds(equallyImportant('gasket', 'qwrt'))).toEqual([])
    expect(findNeeds([{ text: 'tooth', importance: 0 }])).toEqual([])
  })
  it('are at most three, the likeliest first, with shares up to 1', () => {
    const all = allNeeds.flatMap(({ names, words }) => [...names, ...words])
    const anyWord = fc.constantFrom(...all, 'gasket', '')
    const importance = fc.double({ min: 0, max: 20, noNaN: true })
    const anyWords = fc.array(fc.record({ text: anyWord, importance }), { maxLength: 24, size: 'max' })
    // A need can be suggested by a pair of words and also by each of the two words.
    const pairs = fc.constantFrom(...all.filter((word) => word.includes(' ')))
    const search = fc.oneof(
      anyWords,
      pairs.map((pair) => equallyImportant(...pair.split(' '))),
    )
    fc.assert(
      fc.property(search, (search) => {
        const shares = findNeeds(search).map(({ share }) => share)
        expect(shares.length).toBeLessThanOrEqual(3)
        expect(shares.every((share) => share > 0 && share <= 1)).toBe(true)
        expect(shares).toEqual(shares.toSorted((a, b) => b - a))
      }),
      { numRuns: 300 },
    )
  })
})
