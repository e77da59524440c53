import { describe, expect, it } from 'vitest'
import { descriptionInHeader, shorten } from './description-rules.ts'

describe('the description of an imported text', () => {
  it.each([
    [
      'stands in its front matter',
      '---\nname: x\ndescription: "Plans a dinner for {{guests:six}}."\n---\n# Dinner\nAsk.',
    ],
    ['may be a file’s last line', '---\ndescription: Plans a dinner for six.\n---'],
  ])('%s', (_story, content) => expect(descriptionInHeader(content)).toMatch(/^Plans a dinner for six\.$/))

  it.each([
    'Plan a dinner for the people who live in my street.',
    '---\nname: x\n---\nPlan a dinner for six people.',
    'description: no front matter',
  ])('is empty without one: %j', (content) => expect(descriptionInHeader(content)).toBe(''))
})

describe('shortening', () => {
  it('ends after a word, with an ellipsis', () => expect(shorten('one two three four', 15)).toBe('one two three…'))
  it('cuts a long word anywhere', () => expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`))
  it('leaves what is short enough', () => expect(shorten('one two', 7)).toBe('one two'))
})
