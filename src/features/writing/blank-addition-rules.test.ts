import { expect, it } from 'vitest'
import { withBlank } from './blank-addition-rules.ts'

it('adds a blank at the cursor, and returns where its name is', () => {
  const { content, from, to } = withBlank('A poem for .', 11, 11)
  expect(content).toBe('A poem for {{name}}.')
  expect(content.slice(from, to)).toBe('name')
})

it('makes the selected words the default of the blank', () => {
  expect(withBlank('A poem for Anna.', 11, 15).content).toBe('A poem for {{name:Anna}}.')
  expect(withBlank('A {b} c', 2, 5).content).toBe('A {{name:b}} c')
})
