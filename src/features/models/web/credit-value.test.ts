import { expect, it } from 'vitest'
import type { Model } from '#features/models/contract.ts'
import { buyableAnswers, creditValue } from './credit-value.ts'

const model = (vendor: Model['vendor'], price: number, available = true): Model => ({
  id: `${vendor}-${price}`,
  name: vendor,
  vendor,
  through: null,
  price,
  available,
  reason: null,
  context: null,
  ownKey: 'openai',
})

it('the value of credits is the number of answers that they buy from each family’s cheapest available model', () => {
  const models = [model('anthropic', 3), model('openai', 2), model('openai', 1), model('google', 1, false)]
  expect(creditValue(buyableAnswers([...models, model('built-in', 1)]), 1000)).toBe(
    'Enough for 1,000 answers from OpenAI or 333 answers from Claude',
  )
})

it('no value is stated if only built-in engines answer', () => {
  expect(creditValue(buyableAnswers([model('built-in', 1), model('openai', 1, false)]), 1000)).toBeNull()
})
