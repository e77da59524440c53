import { expect, it } from 'vitest'
import type { Model } from '#features/models/contract.ts'
import { keysFor, offeredModels } from './offered-model.ts'

const model = (id: string, vendor: Model['vendor'], available = true): Model => ({
  id,
  name: id,
  vendor,
  through: null,
  price: 3,
  available,
  reason: available ? null : 'No key is set.',
  context: null,
  ownKey: vendor !== 'built-in' && vendor !== 'meta' ? vendor : null,
})
const models = [
  model('gpt', 'openai'),
  model('claude', 'anthropic', false),
  model('llama', 'meta', false),
  model('composer', 'built-in'),
]

it('available language models are listed first, then the built-in engines, then unavailable models', () => {
  expect(offeredModels(models, {}).map(({ id }) => id)).toEqual(['gpt', 'composer', 'claude', 'llama'])
})

it('a member’s own key makes the vendor’s models available and free, but Llama accepts no key', () => {
  const offered = offeredModels(models, { anthropic: 'sk-own-key', meta: 'sk-own-key' })
  expect(offered.find(({ id }) => id === 'claude')).toMatchObject({ available: true, price: 0, reason: null })
  expect(offered.find(({ id }) => id === 'llama')).toMatchObject({ available: false, price: 3 })
})

it('a run sends only the keys that it needs', () => {
  const keys = { anthropic: 'sk-own-key', google: 'AIza-own-key' }
  const offered = offeredModels(models, keys)
  const [gpt, claude] = ['gpt', 'claude'].map((id) => offered.filter((one) => one.id === id))
  expect(keysFor(claude ?? [], keys)).toEqual({ anthropic: 'sk-own-key' })
  expect(keysFor(gpt ?? [], keys)).toBeUndefined()
})
