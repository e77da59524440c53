import { expect, it } from 'vitest'
import { isPutInWords, ownDescription } from './own-description.ts'

const excerpt = 'You are a strict {{role:reader}}.\nRead the draft and name its gaps.'

it('a description that differs from the beginning of the text is shown', () => {
  expect(ownDescription({ description: 'Finds gaps.', excerpt })).toBe('Finds gaps.')
})

it.each([
  '',
  '  ',
  'You are a strict reader.',
  'You are a strict reader. Read the draft…',
  'You are a **strict** reader – read the draft and name its gaps. Then write much more.',
])('a description that only repeats the text is not shown: %j', (description) =>
  expect(ownDescription({ description, excerpt })).toBeNull(),
)

it('a text in JSON is put in words only if its excerpt isn’t JSON too', () => {
  const inWords = { content: '{"subject": "A fox"}', excerpt: 'Subject: A fox …' }
  expect(isPutInWords(inWords)).toBe(true)
  expect(isPutInWords({ ...inWords, excerpt: '{"colors": ["teal"]} …' })).toBe(false)
  expect(isPutInWords({ content: 'Draw a fox.', excerpt: 'Draw a fox.' })).toBe(false)
})
