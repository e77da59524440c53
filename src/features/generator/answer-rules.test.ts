import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentReader, instructionsOf, questionOf, readGeneratedPrompt } from './answer-rules.ts'

const categories = ['general', 'personal', 'writing-editing']
const input = { idea: 'Write a letter to my landlord' }
const answer =
  'TITLE: A letter\nDESCRIPTION: Asks.\nCATEGORY: personal\nTAGS: letters, home\nPROMPT:\nYou are a lawyer.\n\nPROMPT: stays inside.'
const content = 'You are a lawyer.\n\nPROMPT: stays inside.'

/** Reads a text in chunks that are split at these positions. */
function readInChunks(text: string, positions: number[]): string {
  const reader = createContentReader()
  const cuts = [0, ...positions.map((position) => position % text.length).sort((a, b) => a - b), text.length]
  const chunks = cuts.slice(1).map((end, i) => text.slice(cuts[i], end))
  return chunks.map((chunk) => reader.push(chunk)).join('') + reader.end()
}

describe('a model’s answer', () => {
  it('streams without the fields before the prompt, wherever the text is split into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 12 }), (positions) => {
        expect(readInChunks(answer, positions)).toBe(content)
        expect(readInChunks('No head at all, just text.', positions)).toBe('No head at all, just text.')
        expect(readInChunks('**TITLE:** x\n**PROMPT:**\n\n y', positions)).toBe('y')
      }),
    )
  })

  it('is all content if the fields never end', () => {
    const endless = `TITLE: ${'x'.repeat(3_000)}`
    expect(readInChunks(endless, [500, 1_000, 2_000])).toBe(endless)
  })

  it('becomes a valid prompt', () => {
    expect(readGeneratedPrompt(answer, input, categories)).toEqual({
      title: 'A letter',
      description: 'Asks.',
      content,
      category: 'personal',
      tags: ['letters', 'home'],
      variables: [],
      sourceNumber: 0,
    })
  })

  it('keeps its valid tags, gets an invalid title or category replaced by rules, and has a long title cut', () => {
    const odd =
      'TITLE: x\nCATEGORY: cooking\nTAGS: a, #Fine, fine, way too long for a tag of this catalogue here\nPROMPT:\nCook.'
    expect(readGeneratedPrompt(odd, input, categories)).toMatchObject({
      title: 'Write a letter to my landlord',
      category: 'personal',
      tags: ['fine'],
    })
    const long = `TITLE: ${'long '.repeat(100)}\nPROMPT:\nCook.`
    expect(readGeneratedPrompt(long, input, categories).title).toHaveLength(200)
  })

  it('names the existing prompt that it adapted, if it did', () => {
    const withSource = (source: string) => answer.replace('PROMPT:', `SOURCE: ${source}\nPROMPT:`)
    const numberOf = (source: string) => readGeneratedPrompt(withSource(source), input, categories).sourceNumber
    expect([numberOf('2'), numberOf('existing prompt 1'), numberOf('none'), numberOf('')]).toEqual([2, 1, 0, 0])
    expect(readInChunks(withSource('2'), [40, 80])).toBe(content)
  })

  it('is requested with existing prompts, of which it gets the beginning', () => {
    const question = questionOf(input, [{ title: 'Long one', content: `Start ${'x'.repeat(9_000)} end` }])
    expect(question).toContain('Existing prompt 1: Long one\n"""\nStart xx')
    expect(question).not.toContain('end')
    expect(instructionsOf(categories, 1)).toContain('SOURCE:')
    expect(instructionsOf(categories)).not.toContain('existing')
  })

  it('is requested with the idea, the details and the prompt to change', () => {
    const question = questionOf({ ...input, tone: 'firm', refine: { content: 'Old text.', change: 'Shorter.' } })
    for (const part of ['landlord', 'Tone: firm', 'Old text.', 'What should be different: Shorter.'])
      expect(question).toContain(part)
  })
})
