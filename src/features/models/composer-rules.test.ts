import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { composePrompt } from './composer-rules.ts'

const headsOf = (text: string) => Array.from(text.matchAll(/^# (.*)$/gm), ([, head]) => head)

describe('the composer', () => {
  it('adds the parts that a prompt lacks, and keeps its words', () => {
    const text = composePrompt('Write a haiku')
    expect(headsOf(text)).toEqual(['Role', 'Context', 'Task', 'Constraints', 'Output format'])
    expect(text).toContain('# Task\nWrite a haiku\n')
  })

  it('adds no part that the prompt has', () => {
    const text = composePrompt('You are a chef. For my family, write a recipe of at most 200 words as a table.')
    expect(headsOf(text)).toEqual(['Task'])
  })

  it('asks for an answer in the language of a prompt that isn’t English', () => {
    expect(composePrompt('帮我写一封辞职信，语气要礼貌。')).toContain(
      'Answer in the language in which the task is written.',
    )
    expect(composePrompt('Write a haiku')).not.toContain('Answer in the language')
  })

  it('contains any prompt unchanged', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 500, unit: 'grapheme' }), (prompt) => {
        expect(composePrompt(prompt)).toContain(prompt.trim())
      }),
    )
  })

  it.each(['\n', '-', ' 1,1', 'a', ' for our', 'to my '])(
    'takes little time for 32,000 characters of “%s”',
    (piece) => {
      const prompt = `x${piece.repeat(Math.floor(31_998 / piece.length))}x`
      expect(cpuMsOf(() => composePrompt(prompt))).toBeLessThan(1_000)
    },
  )
})
