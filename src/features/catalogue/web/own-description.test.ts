import { expect, it } from 'vitest'
import { ownDescription } from './own-description.ts'

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
