import { expect, it } from 'vitest'
import { ownDescription } from './own-description.ts'

const excerpt = 'You are a strict {{role:reader}}.\nRead the draft and name its gaps.'

it('ownDescription returns a description that differs from the beginning of the text', () => {
  expect(ownDescription({ description: 'Finds gaps.', excerpt })).toBe('Finds gaps.')
})

it.each([
  '',
  '  ',
  'You are a strict reader.',
  'You are a strict reader. Read the draft…',
  'You are a **strict** reader – read the draft and name its gaps. Then write much more.',
])('ownDescription returns null for a description that is empty or only repeats the text: %j', (description) =>
  expect(ownDescription({ description, excerpt })).toBeNull(),
)

it.each([
  { description: 'A friendly face for every mood.', excerpt: '🙂' },
  { description: 'A friendly face for every mood.', excerpt: 'A' },
  { description: '🙂', excerpt: 'You are a friend.' },
  { description: 'Y', excerpt: 'You are a friend.' },
  { description: '🙂', excerpt: '→ ✓' },
])('ownDescription returns $description for the short text or description $excerpt', (prompt) =>
  expect(ownDescription(prompt)).toBe(prompt.description),
)
