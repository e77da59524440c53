import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let bare: TestSite
let configured: TestSite

beforeAll(async () => {
  bare = await createTestSite()
  configured = await createTestSite({
    site: {
      models: {
        vendors: {
          anthropic: { key: 'sk-ant-12345678' },
          meta: { baseUrl: 'http://localhost:11434/v1', models: 'llama3.2:3b=1 context=131072' },
        },
        dailyBudget: 5,
      },
    },
  })
})
afterAll(async () => {
  await bare.close()
  await configured.close()
})

describe('GET /api/models', () => {
  it('lists all five families on a server without keys, says what to do instead, and names no setting', async () => {
    const { body } = await bare.request('/api/models')
    const reasons = Object.fromEntries(
      body.map((model: { vendor: string; reason: string }) => [model.vendor, model.reason]),
    )
    const useOwnKey = 'It can’t answer on this site yet. Choose another model, or use your own key.'
    expect(reasons).toEqual({
      openai: useOwnKey,
      anthropic: useOwnKey,
      google: useOwnKey,
      deepseek: useOwnKey,
      meta: 'It can’t answer on this site yet. Choose another model.',
      'built-in': null,
    })
    expect(body.filter((model: { available: boolean }) => model.available)).toMatchObject([
      { id: 'composer', name: 'Composer', vendor: 'built-in', price: 1 },
      { id: 'checker', name: 'Checker', vendor: 'built-in', price: 1 },
    ])
  })

  it('offers the configured models with the ids, prices and context windows that the operator set', async () => {
    const { body } = await configured.request('/api/models')
    const available = body.filter((model: { available: boolean }) => model.available)
    expect(new Set(available.map((model: { vendor: string }) => model.vendor))).toEqual(
      new Set(['anthropic', 'meta', 'built-in']),
    )
    expect(available).toContainEqual({
      id: 'llama3.2:3b',
      name: 'Llama llama3.2:3b',
      vendor: 'meta',
      through: null,
      price: 1,
      available: true,
      reason: null,
      context: 131_072,
      ownKey: null,
    })
  })
})
