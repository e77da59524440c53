import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentReader, questionOf, readGenerated } from './answer-rules.ts'

const categories = ['general', 'personal', 'writing-editing']
const input = { idea: 'Write a letter to my landlord' }
const answer =
  'TITLE: A letter\nDESCRIPTION: Asks.\nCATEGORY: personal\nTAGS: letters, home\nPROMPT:\nYou are a lawyer.\n\nPROMPT: stays inside.'
const content = 'You are a lawyer.\n\nPROMPT: stays inside.'

/** Reads a text in pieces, which are cut at these positions. */
function readInPieces(text: string, positions: number[]): string {
  const reader = createContentReader()
  const cuts = [0, ...positions.map((position) => position % text.length).sort((a, b) => a - b), text.length]
  const pieces = cuts.slice(1).map((end, i) => text.slice(cuts[i], end))
  return pieces.map((piece) => reader.push(piece)).join('') + reader.end()
}

describe('a model’s answer', () => {
  it('streams without its head, wherever the text is split into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 12 }), (positions) => {
        expect(readInPieces(answer, positions)).toBe(content)
        expect(readInPieces('No head at all, just text.', positions)).toBe('No head at all, just text.')
        expect(readInPieces('**TITLE:** x\n**PROMPT:**\n\n y', positions)).toBe('y')
      }),
    )
  })

  it('is all content if the head never ends', () => {
    const endless = `TITLE: ${'x'.repeat(3_000)}`
    expect(readInPieces(endless, [500, 1_000, 2_000])).toBe(endless)
  })

  it('becomes a valid prompt', () => {
    expect(readGenerated(answer, input, categories)).toEqual({
      title: 'A letter',
      description: 'Asks.',
      content,
      category: 'personal',
      tags: ['letters', 'home'],
      variables: [],
    })
  })

  it('gets missing and invalid fields from the composer’s rules', () => {
    const odd =
      'TITLE: x\nCATEGORY: cooking\nTAGS: a, #Fine, fine, way too long for a tag of this catalogue here\nPROMPT:\nCook.'
    expect(readGenerated(odd, input, categories)).toMatchObject({
      title: 'Letter to my landlord',
      category: 'personal',
      tags: ['fine'],
    })
    expect(readGenerated(`TITLE: ${'long '.repeat(100)}\nPROMPT:\nCook.`, input, categories).title).toHaveLength(200)
  })

  it('is requested with all details and the prompt to change', () => {
    const question = questionOf({ ...input, tone: 'firm', refine: { content: 'Old text.', change: 'Shorter.' } })
    for (const part of ['landlord', 'Tone: firm', 'Old text.', 'What should be different: Shorter.'])
      expect(question).toContain(part)
  })
})
