import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needsOf, needWords, parseNeeds } from './search-needs.ts'
import { baseFormOf } from './wordnet.ts'

const listed = parseNeeds(readFileSync(join(import.meta.dirname, '../../../../db/search-needs.txt'), 'utf8'))
const words = (...texts: string[]) => texts.map((text) => ({ text, worth: 1 }))
const first = (...texts: string[]) => needsOf(words(...texts))[0]?.names[0]?.text

describe('the list of needs', () => {
  it('has names and everyday words for each', () => {
    expect(listed.length).toBeGreaterThan(200)
    for (const { names, words } of listed) {
      expect(
        names.every((name) => /^[\p{L}\d][\p{L}\d ]*$/u.test(name)),
        `${names}`,
      ).toBe(true)
      expect(
        words.every((word) => /^[\p{L}\d][\p{L}\d ]*$/u.test(word)),
        `${names}: ${words}`,
      ).toBe(true)
    }
  })
  it('has words in base form, each once: another form would never be found', () => {
    for (const { names, words } of listed) {
      expect(words.filter((word) => (baseFormOf(word) ?? word) !== word)).toEqual([])
      expect(new Set([...names, ...words]).size, `${names}`).toBe(names.length + words.length)
    }
  })
  it('continues a line on lines that begin with spaces', () => {
    expect(parseNeeds('# a comment\n\ndentist dental: tooth\n  wisdom-tooth gum\nchess: rook\n')).toEqual([
      { names: ['dentist', 'dental'], words: ['tooth', 'wisdom tooth', 'gum'] },
      { names: ['chess'], words: ['rook'] },
    ])
  })
})

it('knows what a word is used for, in any form of it', () => {
  const names = (word: string) => needWords(word).map(({ text }) => text)
  expect(names('tooth')).toContain('dentist')
  expect(names('teeth')).toContain('dentist')
  expect(names('dentist')).not.toContain('dentist')
  expect(names('qwrt')).toEqual([])
})

it('weighs the name of a need for an everyday word more than one name for another', () => {
  const weightOf = (word: string, name: string) => needWords(word).find(({ text }) => text === name)?.weight ?? 0
  expect(weightOf('tooth', 'dental')).toBeGreaterThan(weightOf('dentist', 'dental'))
})

describe('what a search is likely for', () => {
  it('is what most of its words speak for', () => {
    expect(first('dog', 'bark', 'stranger')).toBe('pet')
    expect(first('money', 'save', 'bill')).toBe('budget')
  })
  it('may follow from two words together', () => {
    expect(needsOf(words('first', 'aid')).map(({ names }) => names[0]?.text)).toContain('emergency')
    expect(needsOf(words('first'))).toEqual([])
  })
  it('may follow from a small word that is worth nothing by itself', () => {
    const asked = [
      { text: 'look', worth: 1 },
      { text: 'after', worth: 0 },
    ]
    expect(needsOf(asked).map(({ names }) => names[0]?.text)).toContain('babysitter')
  })
  it('is nothing for words that speak for nothing, or are worth nothing', () => {
    expect(needsOf([])).toEqual([])
    expect(needsOf(words('gasket', 'qwrt'))).toEqual([])
    expect(needsOf([{ text: 'tooth', worth: 0 }])).toEqual([])
  })
  it('is at most three needs, the likeliest first, with shares up to 1', () => {
    const some = fc.constantFrom(...listed.flatMap(({ names, words }) => [...names, ...words]), 'gasket', '')
    const search = fc.array(fc.record({ text: some, worth: fc.double({ min: 0, max: 20, noNaN: true }) }), {
      maxLength: 24,
    })
    fc.assert(
      fc.property(search, (asked) => {
        const shares = needsOf(asked).map(({ share }) => share)
        expect(shares.length).toBeLessThanOrEqual(3)
        expect(shares.every((share) => share > 0 && share <= 1)).toBe(true)
        expect(shares).toEqual(shares.toSorted((a, b) => b - a))
      }),
    )
  })
})
