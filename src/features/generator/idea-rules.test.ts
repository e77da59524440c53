import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { materialOf, partsOfIdea, tasksOf, withoutMaterial, withoutPreamble } from './idea-rules.ts'

describe('an idea', () => {
  it.each([
    ['Lesson plan for photosynthesis for 7th graders, 45 minutes', ['Lesson plan']],
    ['A LinkedIn post announcing that we moved', ['A LinkedIn post']],
    ['SWOT analysis of a small bakery', ['SWOT analysis']],
    ['Letter of recommendation for a student', ['Letter of recommendation']],
    ['A photo of a cat', ['A photo of a cat']],
    ['Ask a customer for a testimonial', ['Ask a customer', 'a testimonial']],
    ['Turn a blog post into five posts', ['Turn a blog post', 'five posts']],
    ['帮我写一封辞职信', ['帮我写一封辞职信']],
    [', ', []],
  ])('“%s” is about %j', (idea, tasks) => {
    expect(tasksOf(idea)).toEqual(tasks)
  })

  it.each([
    ['I need to write an email', 'write an email'],
    ['Please help me to plan a trip', 'plan a trip'],
    ['The list is slow. How do I fix that?', 'fix that?'],
    ['A helpful letter', 'A helpful letter'],
    ['help me', 'help me'],
  ])('“%s” wants “%s”', (idea, wanted) => {
    expect(withoutPreamble(idea)).toBe(wanted)
  })

  it('splits into parts by what introduces them', () => {
    expect(partsOfIdea('Quiz with 10 questions about the French Revolution, hard')).toEqual([
      { link: '', text: 'Quiz', startsAfterComma: false },
      { link: 'with', text: '10 questions', startsAfterComma: false },
      { link: 'about', text: 'the French Revolution', startsAfterComma: false },
      { link: '', text: 'hard', startsAfterComma: true },
    ])
  })

  it('has long quoted texts and what follows an empty line as its material, not as words to search for', () => {
    const idea = 'Answer “Where is my parcel?”, a "no" in -short-\n\nDear shop,\nit never came.'
    expect(materialOf(idea)).toEqual(['Dear shop,\nit never came.', 'Where is my parcel?'])
    expect(withoutMaterial(idea)).toBe('Answer , a no in short-')
    const notes = 'Anna pays the rent, Ben calls the plumber, and both meet on Friday at nine.'
    expect(materialOf(`Summarize these notes: ${notes}`)).toEqual([notes])
    expect(materialOf(`Plan a trip: ${notes}`)).toEqual([])
  })

  it('keeps its words in all parts together', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (idea) => {
        const parts = partsOfIdea(idea)
        expect(parts.every(({ text }) => text !== '' && idea.includes(text))).toBe(true)
      }),
    )
  })

  it.each(['a for ', '"', '" ', '\n', '\n ', '-', 'for', ', ', 'text ', 'help me ', 'I need '])(
    'takes little time for 32,000 characters of “%s”',
    (piece) => {
      const idea = piece.repeat(32_000 / piece.length)
      expect(
        cpuMsOf(() => [partsOfIdea(idea), materialOf(idea), withoutMaterial(idea), withoutPreamble(idea)]),
      ).toBeLessThan(1_000)
    },
  )
})
