import { expect, it } from 'vitest'
import { termContainsName } from './rules.ts'

it('a term contains a name only if the name has words, and the term has all of them next to each other', () => {
  expect(termContainsName('ChatGPT', 'chatgpt prompts')).toBe(true)
  expect(termContainsName('Margaret_H', 'margaret h')).toBe(true)
  expect(termContainsName('Renée', 'by renee')).toBe(true)
  for (const term of ['speed', 'speedy 4w', 'speech']) expect(termContainsName('speedy4w', term)).toBe(false)
  expect(termContainsName('…', 'anything')).toBe(false)
})
