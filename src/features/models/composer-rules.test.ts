import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composePrompt } from './composer-rules.ts'

describe('the composer', () => {
  it('writes every part of a good prompt around an idea', () => {
    const { content, title, category, tags } = composePrompt({
      idea: 'Write a newsletter about our new bike repair course',
    })
    for (const part of ['Role', 'Context', 'Task', 'Steps', 'Constraints', 'Output format', 'Example'])
      expect(content).toContain(`# ${part}\n`)
    expect(content).toContain('Write a newsletter about our new bike repair course')
    expect({ title, category, tags }).toEqual({
      title: 'Newsletter about our new bike repair course',
      category: 'writing-editing',
      tags: ['writing'],
    })
  })

  it('adds blanks for missing facts only', () => {
    expect(composePrompt({ idea: 'Translate this e-mail' }).blanks).toEqual(['text', 'target language'])
    expect(composePrompt({ idea: 'Translate this e-mail into Dutch' }).blanks).toEqual(['text'])
    expect(composePrompt({ idea: 'Write a speech for my students, 5 minutes' }).blanks).toEqual([])
    expect(composePrompt({ idea: 'Write a speech', audience: 'voters' }).blanks).toEqual(['length'])
    expect(composePrompt({ idea: 'Fix the bug in this TypeScript function' }).blanks).toEqual(['existing code'])
    expect(composePrompt({ idea: 'Plan a trip to Rome for $900' }).blanks).toEqual(['time available'])
  })

  it('gives a blank a default if there is a sensible one', () => {
    expect(composePrompt({ idea: 'Explain gravity' }).content).toContain('{{level:beginner}}')
    expect(composePrompt({ idea: 'Summarise this report' }).content).toContain('{{text}}')
  })

  it('uses kind, tone, audience and language if given', () => {
    const { kind, content } = composePrompt({
      idea: 'our summer party',
      kind: 'write',
      tone: 'warm',
      audience: 'neighbours',
      language: 'Dutch',
    })
    expect(kind).toBe('write')
    expect(content).toContain('Tone: warm.')
    expect(content).toContain('Audience: neighbours')
    expect(content).toContain('Answer in Dutch.')
  })

  it('keeps the parts of a prompt and adds only missing ones', () => {
    const prompt =
      'You are a chef. For example, name the oven’s heat.\n\n1. List the ingredients.\n2. Write the steps as a table.'
    const { content } = composePrompt({ idea: prompt })
    expect(content).toContain(prompt)
    for (const part of ['Role', 'Steps', 'Output format', 'Example']) expect(content).not.toContain(`# ${part}\n`)
  })

  it('keeps an idea in its language, and asks for an answer in that language', () => {
    const idea = '帮我写一封辞职信，语气要礼貌。'
    const { content, title, category } = composePrompt({ idea })
    expect(content).toContain(idea)
    expect(content).toContain('Answer in the language in which the task is written.')
    expect({ title, category }).toEqual({ title: '帮我写一封辞职信，语气要礼貌', category: 'general' })
  })

  it('writes a valid prompt for every idea', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 500, unit: 'grapheme' }), (idea) => {
        fc.pre(idea.trim().length >= 3)
        const { title, description, content } = composePrompt({ idea })
        const length = Array.from(title).length
        expect(length).toBeGreaterThanOrEqual(3)
        expect(length).toBeLessThanOrEqual(200)
        expect(Array.from(description).length).toBeLessThanOrEqual(300)
        expect(content).toContain(idea.trim())
        expect(composePrompt({ idea })).toEqual(composePrompt({ idea }))
      }),
    )
  })

  it.each([
    ['blank lines', `x${'\n'.repeat(32_000)}x`],
    ['dashes', `${'-'.repeat(32_000)}x`],
    ['commas', `Write${','.repeat(32_000)}x`],
  ])('takes no longer for an idea of many %s, which would block everybody', (_, idea) => {
    const begun = performance.now()
    composePrompt({ idea })
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  it.each(['1. Look', 'Do this:\n\n  - look', 'Do this:\r\n* look'])(
    'adds no steps to “%s”, which has a list',
    (idea) => {
      expect(composePrompt({ idea }).content).not.toContain('# Steps')
    },
  )

  it('ends a title without punctuation', () => {
    expect(composePrompt({ idea: 'Plan a garden for us, – ' }).title).toBe('Plan a garden for us')
  })
})
