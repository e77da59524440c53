import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf, shinglesOf, similarityOf } from './similarity-rules.ts'

const text =
  'I want you to act as a careful proofreader. Read the text below, correct spelling and grammar, keep the voice of the ' +
  'author, and list every change that you made with a short reason. Do not add new ideas and do not shorten the text.'
/** Tells whether two texts have a band in common. Only then does the site compare them. */
const sharesBand = (one: string, other: string) => {
  const bands = new Set(bandsOf(shinglesOf(one)))
  return bandsOf(shinglesOf(other)).some((band) => bands.has(band))
}

describe('similarity', () => {
  it('is 1 for the same words, regardless of case, space and punctuation', () => {
    expect(similarityOf(shinglesOf(text), shinglesOf(`  ${text.toUpperCase().replaceAll('. ', '!\n\n')}`))).toBe(1)
  })

  it('stays high if one word changes, and the texts share a band', () => {
    const changedText = text.replace('careful', 'strict')
    expect(similarityOf(shinglesOf(text), shinglesOf(changedText))).toBeGreaterThan(0.8)
    expect(sharesBand(text, changedText)).toBe(true)
  })

  it('is low for a text with only the same beginning', () => {
    const otherText = 'I want you to act as a travel guide. Suggest places near {{city}} that a {{person}} would enjoy.'
    expect(similarityOf(shinglesOf(text), shinglesOf(otherText))).toBeLessThan(0.2)
    expect(sharesBand(text, otherText)).toBe(false)
  })

  it('works for scripts without spaces and for texts of one word', () => {
    expect(
      similarityOf(shinglesOf('请把下面的文章翻译成英文'), shinglesOf('请把下面的文章翻译成法文')),
    ).toBeGreaterThan(0.5)
    expect(similarityOf(shinglesOf('Hello'), shinglesOf('hello!'))).toBe(1)
  })

  it('is symmetric and between 0 and 1, and the bands of a text are always the same 32-bit integers', () => {
    // Many of these texts consist of the same few words, so they have shingles in common.
    const anyText = fc.oneof(fc.string({ unit: fc.constantFrom('a ', 'b ', 'c ', '文') }), fc.string())
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (one, more, isExtension) => {
        const other = isExtension ? `${one} ${more}` : more
        const similarity = similarityOf(shinglesOf(one), shinglesOf(other))
        expect(similarity).toBe(similarityOf(shinglesOf(other), shinglesOf(one)))
        expect(similarity >= 0 && similarity <= 1).toBe(true)
        expect(bandsOf(shinglesOf(one))).toEqual(bandsOf(shinglesOf(one)))
        for (const band of bandsOf(shinglesOf(one))) expect(band).toBe(band | 0)
      }),
      { numRuns: 500 },
    )
  })
})
