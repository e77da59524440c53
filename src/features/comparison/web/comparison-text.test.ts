import { expect, it } from 'vitest'
import { pastedAnswer } from './answers/answer-view.ts'
import { comparisonText } from './comparison-text.ts'

const answers = [pastedAnswer('openai', 'Hello\n'), pastedAnswer('anthropic', 'Hi')]

it('formats the prompt, each answer under the name of its chat, and the verdict with its note', () => {
  expect(comparisonText('Greet me', answers, { outcome: 'ChatGPT', note: 'Warmer.' })).toBe(
    '# Prompt\n\nGreet me\n\n# ChatGPT\n\nHello\n\n# Claude\n\nHi\n\n# Verdict\n\nYou prefer ChatGPT. Warmer.\n',
  )
})

it('leaves out the verdict if there is none, or if it is about an answer that has been removed', () => {
  expect(comparisonText('Greet me', answers, { outcome: 'Gemini', note: 'x' })).not.toContain('Verdict')
  expect(comparisonText('Greet me', answers, null)).not.toContain('Verdict')
})
