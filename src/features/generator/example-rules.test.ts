import { expect, it } from 'vitest'
import { composePrompt } from '#features/models/composer-rules.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { composeExample } from './example-rules.ts'

it('the example is what the Composer writes for its idea, with several blanks to fill in', () => {
  const { idea, content } = composeExample()
  expect(content).toBe(composePrompt({ idea }).content.trim())
  expect(variablesOf(content).length).toBeGreaterThanOrEqual(3)
})
