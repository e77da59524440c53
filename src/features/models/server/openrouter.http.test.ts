import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRouterCost } from '#test/fakes/ai-protocols.ts'
import { type AiVendors, startAiVendors, wholeAnswer } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Model } from '../contract.ts'
import { createModelFinder, type ModelFinder } from './create-model-finder.ts'
import type { ModelSettings } from './vendor-settings.ts'

const key = 'sk-or-v1-0123456789'

/** An entry of OpenRouter's list, as of November 2026. Prices are strings, in US dollars per token. */
const entry = (id: string, completion: string, more: object = {}) => ({
  id,
  canonical_slug: id,
  name: id,
  created: 1_780_000_000,
  description: 'A long description.',
  context_length: 200_000,
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'], tokenizer: 'Other' },
  pricing: { prompt: '0.000001', completion, request: '0', image: '0' },
  supported_parameters: ['max_tokens'],
  ...more,
})

const list = {
  data: [
    entry('openai/gpt-steady', '0.000005'),
    entry('google/gemini-steady', '0.0000025'),
    entry('meta-llama/llama-steady', '0.0000003', { context_length: null }),
    // The models below are never offered.
    entry('mistralai/mistral-steady', '0.000001'),
    entry('openrouter/auto', '-1'),
    entry('anthropic/claude-unpriced', '0.000005', { pricing: { prompt: '', completion: '0.000005' } }),
    entry('deepseek/deepseek-unpriced', '0.000005', { pricing: { prompt: null, completion: '0.000005' } }),
    entry('openai/gpt-painter', '0.00001', {
      architecture: { input_modalities: ['text'], output_modalities: ['image'] },
    }),
    { id: 'anthropic/claude-broken', pricing: 'on request' },
  ],
}

let vendors: AiVendors
let testSite: TestSite
let finder: ModelFinder
let clock: Date
const now = () => clock

beforeAll(async () => {
  clock = new Date('2026-11-20T12:00:00Z')
  vendors = await startAiVendors({ 'openai/gpt-steady': wholeAnswer })
  vendors.lists.openrouter = list
  const settings: ModelSettings = {
    vendors: { google: { key: 'google-key-1', baseUrl: vendors.baseUrl('google'), models: 'steady=1' } },
    openRouter: { key, baseUrl: vendors.baseUrl('openrouter') },
    dailyBudget: 5,
  }
  testSite = await createTestSite({ now, site: { models: { ...settings, readFound: () => finder.readFound() } } })
  finder = createModelFinder({ db: testSite.db, now, settings, ports: null })
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
})

const models = async (): Promise<Model[]> => (await testSite.request('/api/models')).body
const available = async () =>
  (await models()).flatMap(({ id, vendor, available }) => (available && vendor !== 'built-in' ? [id] : []))
const countListFetches = () => vendors.listRequests.filter(({ url }) => url === '/openrouter/models').length

describe('OpenRouter', () => {
  it('offers nothing before its list is fetched, and then models of families whose vendor has no key here', async () => {
    // The settings connect Google itself, with the model `steady`.
    expect(await available()).toEqual(['steady'])
    await finder.updateList()
    expect(await available()).toEqual(['openai/gpt-steady', 'steady', 'meta-llama/llama-steady'])
    expect((await models()).find(({ id }) => id === 'openai/gpt-steady')).toEqual({
      id: 'openai/gpt-steady',
      name: 'OpenAI openai/gpt-steady',
      vendor: 'openai',
      through: 'OpenRouter',
      price: 1,
      available: true,
      reason: null,
      context: 200_000,
      ownKey: 'openrouter',
    })
    // Members can still use their own key for OpenAI itself.
    expect((await models()).find(({ id }) => id === 'gpt-5.4')).toMatchObject({ available: false, ownKey: 'openai' })
  })

  it('is asked for its list without the key, once for all processes, and again after six hours', async () => {
    expect(countListFetches()).toBe(1)
    expect(vendors.listRequests[0]?.headers.authorization).toBeUndefined()
    const others = Array.from({ length: 3 }, () =>
      createModelFinder({
        db: testSite.db,
        now,
        settings: { vendors: {}, openRouter: { key, baseUrl: vendors.baseUrl('openrouter') }, dailyBudget: null },
        ports: null,
      }),
    )
    await Promise.all(others.map((other) => other.updateList()))
    expect(countListFetches()).toBe(1)
    expect(others.map((other) => other.readFound())).toEqual(others.map(() => finder.readFound()))
    clock = new Date(clock.getTime() + 6 * 60 * 60_000)
    await Promise.all([finder, ...others].map((one) => one.updateList()))
    expect(countListFetches()).toBe(2)
  })

  it('stays available with its last list if a fetch fails, and isn’t asked again immediately', async () => {
    clock = new Date(clock.getTime() + 6 * 60 * 60_000)
    vendors.lists.openrouter = '<html>'
    await expect(finder.updateList()).rejects.toThrow('sent no JSON')
    await finder.updateList()
    expect(countListFetches()).toBe(3)
    expect(await available()).toContain('openai/gpt-steady')
    vendors.lists.openrouter = list
    clock = new Date(clock.getTime() + 10 * 60_000)
    await finder.updateList()
    expect(countListFetches()).toBe(4)
  })

  it('costs members credits, gets no member’s key for a vendor, and its reported cost is recorded', async () => {
    const ada = await testSite.addUser('router-ada')
    const json = {
      content: 'Say hello.',
      models: ['openai/gpt-steady', 'composer'],
      keys: { openai: 'sk-own-key-9876543210' },
    }
    const events = await (await testSite.stream('/api/comparisons', { as: ada, json })).events()
    expect(
      events.find(({ event, data }) => event === 'done' && data.model === 'openai/gpt-steady')?.data,
    ).toMatchObject({
      cost: openRouterCost,
    })
    // A new member has 30 credits. Each of the two answers costs one.
    expect(events.at(-1)?.data.credits).toBe(28)
    const requests = vendors.received.filter(({ vendor }) => vendor === 'openrouter')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(JSON.stringify(vendors.received)).not.toContain('sk-own-key')
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      model: 'openai/gpt-steady',
      provider: { data_collection: 'deny' },
      stream_options: { include_usage: true },
    })
    const { body } = await testSite.request(`/api/comparisons/${events[0]?.data.comparisonId}`, { as: ada })
    expect(body.answers).toContainEqual(
      expect.objectContaining({ vendor: 'openai', text: wholeAnswer, cost: openRouterCost }),
    )
    const { micros } = await testSite.db.selectFrom('aiSpending').select('micros').executeTakeFirstOrThrow()
    expect(Number(micros)).toBe(openRouterCost * 1_000_000)
  })

  it('lists all its families for members with their own key, and answers without charging them credits', async () => {
    const settings: ModelSettings = {
      vendors: { openai: { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: 'steady=1' } },
      openRouter: { baseUrl: vendors.baseUrl('openrouter') },
      dailyBudget: 0,
    }
    vendors.lists.openrouter = list
    const siteFinder = createModelFinder({ db: testSite.db, now, settings, ports: null })
    const { readFound, loadOpenRouterModels } = siteFinder
    const site = await createTestSite({ now, site: { models: { ...settings, readFound, loadOpenRouterModels } } })
    try {
      const listModels = async (query = '') => (await site.request(`/api/models${query}`)).body as Model[]
      await siteFinder.updateList()
      const ids = (models: Model[]) => models.flatMap(({ id, through }) => (through === 'OpenRouter' ? [id] : []))
      expect(ids(await listModels())).toEqual([])
      const routed = await listModels('?routed=true')
      expect(ids(routed)).toEqual(['openai/gpt-steady', 'google/gemini-steady', 'meta-llama/llama-steady'])
      expect(routed.find(({ id }) => id === 'openai/gpt-steady')).toMatchObject({
        available: false,
        ownKey: 'openrouter',
      })

      const ada = await site.addUser('own-router-ada')
      const ask = async (keys: object) => {
        const json = { content: 'Say hello.', models: ['openai/gpt-steady', 'composer'], keys }
        return site.stream('/api/comparisons', { as: ada, json })
      }
      // A member's key for OpenAI doesn't serve a model that OpenRouter offers.
      expect((await ask({ openai: 'sk-own-key-9876543210' })).status).toBe(503)
      const events = await (await ask({ openrouter: 'sk-or-own-9876543210' })).events()
      expect(events.at(-1)?.data.credits).toBe(29)
      expect(vendors.received.at(-1)).toMatchObject({
        vendor: 'openrouter',
        headers: { authorization: 'Bearer sk-or-own-9876543210' },
      })
    } finally {
      await site.close()
    }
  })
})
