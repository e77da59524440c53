import { expect, it } from 'vitest'
import { isNamed } from './rules.ts'

it('knows whether a search asks for a name: by all of its words, side by side', () => {
  expect(isNamed('ChatGPT', 'chatgpt prompts')).toBe(true)
  expect(isNamed('Margaret_H', 'margaret h')).toBe(true)
  expect(isNamed('Renée', 'by renee')).toBe(true)
  for (const term of ['speed', 'speedy 4w', 'speech']) expect(isNamed('speedy4w', term)).toBe(false)
  expect(isNamed('…', 'anything')).toBe(false)
})
