import { describe, expect, it } from 'vitest'
import { composePrompt } from './composer-rules.ts'

describe('the task of a composed prompt', () => {
  it.each([
    ['recipe with leftover rice and spinach', 'Write a recipe with {{ingredients:leftover rice and spinach}}'],
    ['five easy recipes', 'Write five easy recipes'],
    ['weekly cleaning schedule', 'Create a {{how often:weekly}} cleaning schedule'],
    ['Gift ideas for us', 'Suggest gift ideas for us'],
    ['Ten names for a cat', 'Suggest {{number:ten}} names for a cat'],
    ['essay on trust', 'Write an essay on trust'],
    ['my cover letter needs work', 'Write this: my cover letter needs work'],
    ['rap song about my cat', 'Write a rap song about {{topic:my cat}}'],
    ['job description for a junior accountant', 'Write a job description for a junior accountant'],
    ['plan a surprise party', 'Plan a surprise party'],
    ['birthday party for a six year old', 'Plan a {{occasion:birthday}} party for a {{age:six year old}}'],
    ['road trip through Norway', 'Plan a road trip through Norway'],
    ['vegan dinner for us', 'Plan a vegan dinner for us'],
    ['learn to play guitar', 'Help me learn to play guitar'],
    ['why is the sky blue', 'Why is the sky blue?'],
    ['I need a song. Write it for me', 'I need a song. Write it for me'],
  ])('asks for “%s” in a sentence that a person would write', (idea, task) => {
    expect(composePrompt({ idea }).content).toContain(`# Task\n${task}\n`)
  })
})
