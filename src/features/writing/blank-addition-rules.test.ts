import { expect, it } from 'vitest'
import { withBlank } from './blank-addition-rules.ts'

it('a blank is added at the cursor, and the position of its name is returned', () => {
  const { content, from, to } = withBlank('A poem for .', 11, 11)
  expect(content).toBe('A poem for {{name}}.')
  expect(content.slice(from, to)).toBe('name')
})

it('the selected words, without braces, become the default of an added blank', () => {
  expect(withBlank('A poem for Anna.', 11, 15).content).toBe('A poem for {{name:Anna}}.')
  expect(withBlank('A {b} c', 2, 5).content).toBe('A {{name:b}} c')
})
