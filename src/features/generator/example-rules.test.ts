import { expect, it } from 'vitest'
import { composePrompt } from '#features/models/composer-rules.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { composeExample } from './example-rules.ts'

it('the example is what the composer writes for the example’s idea, with at least three blanks', () => {
  const { idea, content } = composeExample()
  expect(content).toBe(composePrompt({ idea }).content.trim())
  expect(variablesOf(content).length).toBeGreaterThanOrEqual(3)
})

it('no label in the example merely repeats its blank’s name, because the page shows the names', () => {
  const { content } = composeExample()
  const labels = [...content.matchAll(/^(?:- |# )([^:\n]+?):?\s(?:"""\n)?\{\{([^:}]+)\}\}/gm)]
  expect(labels.length).toBeGreaterThan(0)
  expect(labels.filter(([, label = '', name = '']) => label.toLowerCase() === name.toLowerCase())).toEqual([])
})
