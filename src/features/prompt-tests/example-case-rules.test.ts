import { expect, it } from 'vitest'
import { blanksOf, parsePrompt } from '#features/variables/variable-rules.ts'
import { mostTellingBlank } from './example-case-rules.ts'

it.each([
  ['From {{name}} about {{defect}} at {{address}}', 'defect'],
  ['On {{date}} in {{tone:calm}} words about {{topic}}', 'topic'],
  ['Sell {{product_name}}', 'product_name'],
  ['{{first_name}}, {{tone:calm}}', 'tone'],
  ['{{name}} on {{today}}', 'name'],
  ['No blank', undefined],
])('the most telling blank of “%s” is %s', (text, name) => {
  expect(mostTellingBlank(blanksOf(parsePrompt(text)))?.name).toBe(name)
})
