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

  it('asks as a blank for what is missing, and only for that', () => {
    expect(composePrompt({ idea: 'Translate this e-mail' }).asks).toEqual(['text', 'target language'])
    expect(composePrompt({ idea: 'Translate this e-mail into Dutch' }).asks).toEqual(['text'])
    expect(composePrompt({ idea: 'Write a speech for my students, 5 minutes' }).asks).toEqual([])
    expect(composePrompt({ idea: 'Write a speech', audience: 'voters' }).asks).toEqual(['length'])
    expect(composePrompt({ idea: 'Fix the bug in this TypeScript function' }).asks).toEqual(['existing code'])
    expect(composePrompt({ idea: 'Plan a trip to Rome for $900' }).asks).toEqual(['time available'])
  })

  it('keeps a default where there is a sensible one, as the catalogue writes variables', () => {
    expect(composePrompt({ idea: 'Explain gravity' }).content).toContain('{{level:beginner}}')
    expect(composePrompt({ idea: 'Summarise this report' }).content).toContain('{{text}}')
  })

  it('takes over kind, tone, audience and language when they are said', () => {
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

  it('leaves a prompt that has its parts as it is and adds only what it lacks', () => {
    const prompt =
      'You are a chef. For example, name the oven’s heat.\n\n1. List the ingredients.\n2. Write the steps as a table.'
    const { content } = composePrompt({ idea: prompt })
    expect(content).toContain(prompt)
    for (const part of ['Role', 'Steps', 'Output format', 'Example']) expect(content).not.toContain(`# ${part}\n`)
  })

  it('keeps an idea in another language in its language, and asks for the answer in it', () => {
    const idea = '帮我写一封辞职信，语气要礼貌。'
    const { content, title, category } = composePrompt({ idea })
    expect(content).toContain(idea)
    expect(content).toContain('Answer in the language in which the task is written.')
    expect({ title, category }).toEqual({ title: '帮我写一封辞职信，语气要礼貌', category: 'general' })
  })

  it('gives what a prompt may be stored as, for every idea', () => {
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
})
