import { expect, it } from 'vitest'
import { partsOf, promptParts } from '#features/models/prompt-part-rules.ts'
import { withPart } from './part-addition-rules.ts'

it.each(promptParts)('`partsOf` finds the part %s once it is added', (part) => {
  expect(partsOf('Tea.')).toEqual(new Set())
  expect(partsOf(withPart('Tea.', part)).has(part)).toBe(true)
})

it('a role is added at the beginning, other parts at the end', () => {
  expect(withPart('Write.', 'role')).toBe('You are {{role}}.\n\nWrite.')
  expect(withPart('Write.\n', 'examples')).toBe('Write.\n\nExample: {{example}}')
})
