import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRouterCost } from '#test/fakes/ai-protocols.ts'
import { type AiVendors, startAiVendors, wholeAnswer } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { ModelReport, ModelSourceState } from '../contract.ts'
import { openRouterListId, storeModelList } from './create-model-finder.ts'
import type { FoundModels } from './model-source.ts'

const siteKey = 'sk-site-key-0123456789'
const routedModel = { id: 'meta-llama/steady', context: 128_000, dollars: { input: 0.1, output: 0.3 }, createdAt: 1 }

/**
 * The models of these fake vendors are named after how they behave: `steady` and `hostile` answer, `faulty` fails,
 * `empty` answers without text, and `quoting` refuses the key and quotes it.
 */
let vendors: AiVendors
let testSite: TestSite
let admin: string
let clock: Date

beforeAll(async () => {
  clock = new Date('2026-11-20T12:00:00Z')
  vendors = await startAiVendors()
  const found: FoundModels = { local: [], openRouter: [routedModel] }
  testSite = await createTestSite({
    now: () => clock,
    limits: true,
    site: {
      models: {
        vendors: {
          openai: {
            key: siteKey,
            baseUrl: vendors.baseUrl('openai'),
            models: 'steady=2 usd=1/2, quoting=2, empty=1',
          },
          anthropic: {
            key: siteKey,
            baseUrl: vendors.baseUrl('anthropic'),
            models: 'faulty=2 usd=1/2, hostile=1 usd=1/2',
          },
          google: { key: siteKey, baseUrl: `http://ada:hidden@${new URL(vendors.baseUrl('google')).host}/google` },
        },
        openRouter: { key: 'sk-or-0123456789', baseUrl: vendors.baseUrl('openrouter'), models: 'meta-llama/steady=1' },
        dailyBudget: 5,
        readFound: () => found,
      },
    },
  })
  await storeModelList(testSite.db, openRouterListId, [routedModel], clock)
  admin = await testSite.addUser('report-admin', 'admin')
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
})

const post = (path: string, json: object, as = admin) =>
  testSite.request(`/api/admin/models/${path}`, { method: 'POST', as, json })
const report = async (): Promise<ModelReport> => (await testSite.request('/api/admin/models', { as: admin })).body
const sourceOf = async (id: string) => (await report()).sources.find((one) => one.id === id) as ModelSourceState

describe('the report on models', () => {
  it('is for admins only, like model tests and lists', async () => {
    const moderator = await testSite.addUser('report-moderator', 'moderator')
    expect((await testSite.request('/api/admin/models')).status).toBe(401)
    expect((await testSite.request('/api/admin/models', { as: moderator })).status).toBe(403)
    expect((await post('test', { model: 'steady' }, moderator)).status).toBe(403)
    expect((await post('list', { source: 'openai' }, moderator)).status).toBe(403)
    expect(vendors.received).toEqual([])
  })

  it('shows each family’s source with its state and setting, and the origin and date of prices', async () => {
    const { budget, sources } = await report()
    expect(budget).toEqual({ spent: 0, limit: 5 })
    expect(sources.map(({ id, state, settings }) => [id, state, settings])).toEqual([
      ['openai', 'ready', ['OPENAI_API_KEY']],
      ['anthropic', 'ready', ['ANTHROPIC_API_KEY']],
      ['google', 'ready', ['GOOGLE_API_KEY']],
      ['deepseek', 'missing', ['DEEPSEEK_API_KEY']],
      ['openrouter/meta', 'ready', ['OPENROUTER_API_KEY']],
    ])
    const prices = sources.flatMap(({ models }) =>
      models.map(({ id, input, priceFrom, pricesOf }) => [id, input, priceFrom, pricesOf]),
    )
    expect(prices).toContainEqual(['steady', 1, 'setting', null])
    expect(prices).toContainEqual(['quoting', 15, 'guess', null])
    expect(prices).toContainEqual(['gemini-3.5-flash-lite', 0.3, 'built-in', '2026-11-28'])
    expect(prices).toContainEqual(['meta-llama/steady', 0.1, 'openrouter', '2026-11-20'])
  })

  it('contains no secrets: no keys, and no passwords in addresses', async () => {
    const text = JSON.stringify(await report())
    expect(text).not.toContain(siteKey)
    expect(text).not.toContain('sk-or')
    expect(text).not.toContain('hidden')
    expect((await sourceOf('google')).host).toMatch(/^127\.0\.0\.1:\d+$/)
  })
})

describe('a model test', () => {
  it('asks with the site’s key, counts toward the budget, costs no credits, and is in the audit log', async () => {
    const { body } = await post('test', { model: 'steady' })
    expect(body).toMatchObject({ model: 'steady', text: wholeAnswer, failure: null, version: 'steady-2026-01-01' })
    // The fake model reports 12 tokens in and 34 out. Its prices in the settings are $1 and $2 per million tokens.
    const cost = (12 * 1 + 34 * 2) / 1_000_000
    expect(body.cost).toBeCloseTo(cost, 9)
    expect(JSON.stringify(vendors.received.at(-1)?.headers)).toContain(siteKey)
    await expect.poll(async () => (await sourceOf('openai')).answeredAt).toBe(clock.toISOString())
    expect((await sourceOf('openai')).spentToday).toBeCloseTo(cost, 6)
    expect((await report()).budget.spent).toBeCloseTo(cost, 6)
    expect((await testSite.request('/api/user/credits', { as: admin })).body.credits).toBe(30)
    const { body: log } = await testSite.request('/api/admin/audit?action=models.test', { as: admin })
    expect(log.items).toMatchObject([{ actor: { id: admin }, details: { model: 'steady' }, target: null }])
  })

  it('costs what OpenRouter reports, if OpenRouter answers', async () => {
    expect((await post('test', { model: 'meta-llama/steady' })).body).toMatchObject({
      cost: openRouterCost,
      failure: null,
    })
    await expect.poll(async () => (await sourceOf('openrouter/meta')).spentToday).toBeCloseTo(openRouterCost, 6)
  })

  it('says why a model failed, without quoting the vendor, and the report shows when', async () => {
    const { body } = await post('test', { model: 'quoting' })
    expect(body).toMatchObject({ text: '', failure: expect.stringContaining('refused this site’s key') })
    expect(JSON.stringify(body)).not.toContain(siteKey)
    clock = new Date(clock.getTime() + 60_000)
    await post('test', { model: 'empty' })
    await expect
      .poll(async () => (await sourceOf('openai')).lastError)
      .toEqual({
        at: clock.toISOString(),
        model: 'empty',
        message: 'OpenAI sent an empty answer. Try again.',
      })
    expect(await sourceOf('openai')).toMatchObject({ state: 'failing' })
    clock = new Date(clock.getTime() + 60_000)
    await post('test', { model: 'steady' })
    await expect.poll(async () => (await sourceOf('openai')).state).toBe('ready')
    expect((await sourceOf('openai')).lastError).not.toBeNull()
  })

  it('works even while questions are suspended after failures, and a success ends the suspension', async () => {
    const as = await testSite.addUser('report-ada')
    const ask = async () => {
      const json = { content: 'Hello.', models: ['faulty', 'composer'] }
      await (await testSite.stream('/api/comparisons', { as, json })).events()
    }
    for (let i = 0; i < 5; i++) await ask()
    expect(await sourceOf('anthropic')).toMatchObject({ state: 'failing' })
    const isAvailable = async () =>
      (await testSite.request('/api/models')).body.find(({ id }: { id: string }) => id === 'hostile').available
    expect(await isAvailable()).toBe(false)
    expect((await post('test', { model: 'hostile' })).body).toMatchObject({ failure: null })
    expect(await isAvailable()).toBe(true)
  })

  it('is refused if the model isn’t connected, and for the 21st time within an hour', async () => {
    expect((await post('test', { model: 'deepseek-v4-flash' })).status).toBe(404)
    expect((await post('test', { model: 'composer' })).status).toBe(404)
    const other = await testSite.addUser('report-other', 'admin')
    for (let i = 0; i < 20; i++) expect((await post('test', { model: 'steady' }, other)).status).toBe(200)
    const requestsBefore = vendors.received.length
    expect((await post('test', { model: 'steady' }, other)).status).toBe(429)
    expect(vendors.received).toHaveLength(requestsBefore)
  })

  it('counts only toward the budget of the day on which it ran', async () => {
    clock = new Date('2026-11-21T00:00:00Z')
    expect((await sourceOf('openai')).spentToday).toBe(0)
    expect((await report()).budget.spent).toBe(0)
  })
})

describe('a vendor’s list of models', () => {
  it('is fetched with the key in the vendor’s header, and the report shows which offered models it lacks', async () => {
    const headerOf = { openai: 'authorization', anthropic: 'x-api-key' } as const
    vendors.lists.openai = { object: 'list', data: [{ id: 'steady', object: 'model' }, { id: 'gpt-x' }] }
    vendors.lists.anthropic = { data: [{ type: 'model', id: 'faulty', display_name: 'Faulty' }], has_more: false }
    for (const source of ['openai', 'anthropic'] as const) {
      expect((await post('list', { source })).status).toBe(200)
      expect(vendors.listRequests.at(-1)?.headers[headerOf[source]]).toContain(siteKey)
    }
    const { models, list } = await sourceOf('openai')
    expect(list).toEqual({ fetchedAt: clock.toISOString(), models: ['steady', 'gpt-x'] })
    expect(models.map(({ id, listed }) => [id, listed])).toEqual([
      ['steady', true],
      ['quoting', false],
      ['empty', false],
    ])
    expect(vendors.listRequests.at(-1)?.headers['anthropic-version']).toBe('2023-06-01')
  })

  it('isn’t stored if it is invalid, and can’t be fetched from OpenRouter or a source without a key', async () => {
    vendors.lists.openai = { error: `Incorrect key ${siteKey}` }
    const refused = await post('list', { source: 'openai' })
    expect([refused.status, JSON.stringify(refused.body).includes(siteKey)]).toEqual([503, false])
    // The database can't store these characters.
    for (const id of ['gpt\u0000', 'gpt\ud800']) {
      vendors.lists.openai = { data: [{ id }] }
      expect((await post('list', { source: 'openai' })).status).toBe(503)
    }
    delete vendors.lists.openai
    const missing = await post('list', { source: 'openai' })
    vendors.lists.openai = new URL(`${vendors.baseUrl('anthropic')}/models`)
    const moved = await post('list', { source: 'openai' })
    for (const { status, body } of [missing, moved])
      expect([status, body.error]).toEqual([503, 'OpenAI has no list of models at the address that the settings name.'])
    expect((await sourceOf('openai')).list?.models).toEqual(['steady', 'gpt-x'])
    for (const source of ['deepseek', 'openrouter/meta', 'nowhere'])
      expect((await post('list', { source })).status).toBe(404)
  })
})
