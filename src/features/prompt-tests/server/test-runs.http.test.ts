import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { startAiVendors, wholeAnswer } from '#test/fakes/ai-vendors.ts'
import { type ReadEvent, readEvents } from '#test/read-events.ts'
import { createTestSite } from '#test/test-site.ts'
import { runStartLimit } from '../rules.ts'
import { closeTestRuns } from './close-test-runs.ts'

/**
 * Its fake models, with the price of an answer in credits: `steady` (2) and `writer` (3) answer, `silent` (2) never
 * does, and `stalls` (4) sends only its first words. A new member has 30 credits.
 */
let testSite: CompareSite
let author: string
let other: string
let slug: string
let promptCount = 0

const siteKey = 'sk-site-12345678'
const ownKey = 'sk-own-key-9876543210'

beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  author = await testSite.member()
  other = await testSite.member()
  const json = { title: `Run prompt ${++promptCount}`, content: 'Say hello to {{name}} politely.', category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
})
afterAll(() => testSite.close())

const testsPath = (path = '') => `/api/prompts/${slug}/tests${path}`
const draft = (more: object = {}) => ({
  reason: 'It greets by name',
  values: { name: 'Ada' },
  checks: [{ kind: 'contains', text: 'answer' }],
  ...more,
})
const addCase = (as: string, more?: object) => testSite.post(testsPath('/cases'), as, draft(more))
const run = (as: string, input: object, more: { key?: string; signal?: AbortSignal } = {}) =>
  testSite.stream(testsPath('/runs'), { as, json: { models: ['steady'], ...input }, ...more })
const readRun = async (events: ReadEvent[], as?: string) =>
  (await testSite.request(testsPath(`/runs/${events[0]?.data.runId}`), { as })).body

describe('a member’s own key', () => {
  it('is sent to the vendor for every answer, and nothing is charged', async () => {
    await addCase(author)
    const before = testSite.vendors.received.length
    const events = await (await run(other, { keys: { openai: ownKey } })).events()
    expect(events[0]).toMatchObject({ data: { answers: 3, price: 0 } })
    const sent = testSite.vendors.received.slice(before).map(({ headers }) => JSON.stringify(headers))
    expect(sent).toHaveLength(3)
    for (const headers of sent) {
      expect(headers).toContain(ownKey)
      expect(headers).not.toContain(siteKey)
    }
    expect((await readRun(events)).answers).toMatchObject(Array(3).fill({ ownKey: true, price: 0, passed: true }))
    expect(await testSite.creditsOf(other)).toBe(30)
  })

  it('for one vendor isn’t used for others, whose answers are charged', async () => {
    await addCase(author)
    const events = await (await run(other, { models: ['steady', 'writer'], keys: { openai: ownKey } })).events()
    expect(events[0]).toMatchObject({ data: { price: 9 } })
    const { answers } = await readRun(events)
    const usesExpectedKey = ({ model, ownKey: own }: { model: string; ownKey: boolean }) => own === (model === 'steady')
    expect(answers.every(usesExpectedKey)).toBe(true)
    expect(await testSite.creditsOf(other)).toBe(21)
  })

  it('for OpenRouter works for a family that the site has no key for', async () => {
    const vendors = await startAiVendors({ 'openai/gpt-steady': wholeAnswer })
    const baseUrl = vendors.baseUrl('openrouter')
    // The models that the site has found at OpenRouter.
    const routed = [{ id: 'openai/gpt-steady', createdAt: 1, context: 200_000, dollars: { input: 1, output: 5 } }]
    const readFound = () => ({ local: [], openRouter: routed })
    const site = { models: { vendors: {}, openRouter: { baseUrl }, dailyBudget: null, readFound } }
    const routedTestSite = await createTestSite({ site })
    try {
      const as = await routedTestSite.addUser('Router')
      const prompt = await routedTestSite.addPrompt({ userId: as, content: 'Say hello.' })
      const path = `/api/prompts/${prompt.id}/tests`
      const added = await routedTestSite.request(`${path}/cases`, { as, method: 'POST', json: draft({ values: {} }) })
      expect(added.status).toBe(201)
      const json = { models: ['openai/gpt-steady'], keys: { openrouter: ownKey } }
      const events = await (await routedTestSite.stream(`${path}/runs`, { as, json })).events()
      expect(events[0]).toMatchObject({ data: { answers: 3, price: 0 } })
      for (const { headers } of vendors.received) expect(JSON.stringify(headers)).toContain(ownKey)
      const { body } = await routedTestSite.request(`${path}/runs/${events[0]?.data.runId}`)
      expect(body.answers).toMatchObject(Array(3).fill({ ownKey: true, status: 'done', price: 0 }))
    } finally {
      await routedTestSite.close()
      await vendors.close()
    }
  })
})

describe('a run that was closed because it took too long', () => {
  it('stays closed and costs nothing, even if its questions end only afterwards', async () => {
    await addCase(author)
    const client = new AbortController()
    const { response } = await run(other, { models: ['stalls'] }, { signal: client.signal })
    const reading = readEvents(response)
    await expect.poll(() => testSite.creditsOf(other)).toBe(30 - 3 * 4)
    const startTime = testSite.clock.time
    try {
      testSite.clock.time = new Date(startTime.getTime() + 16 * 60_000)
      await closeTestRuns(testSite.db, testSite.clock.time)
      client.abort()
      await reading.catch(() => undefined)
      await testSite.vendors.received.at(-1)?.closed
      const [{ id }] = (await testSite.request(testsPath('/runs'))).body.items
      const { answers } = (await testSite.request(testsPath(`/runs/${id}`))).body
      expect(answers).toMatchObject(Array(3).fill({ status: 'failed', price: 0 }))
      expect(await testSite.creditsOf(other)).toBe(30)
      expect(await findCreditViolations(testSite.db)).toEqual([])
    } finally {
      testSite.clock.time = startTime
    }
  })
})

describe('a member’s runs', () => {
  it('are limited to three at a time, and their number per hour is limited too', async () => {
    await addCase(author)
    const client = new AbortController()
    const openRuns = await Promise.all(
      [1, 2, 3].map(() => run(other, { models: ['silent'] }, { signal: client.signal })),
    )
    const fourth = await testSite.post(testsPath('/runs'), other, { models: ['silent'] })
    expect([fourth.status, fourth.body.code]).toEqual([429, 'rate_limited'])
    const readings = openRuns.map(({ response }) => readEvents(response).catch(() => undefined))
    client.abort()
    await Promise.all(readings)
    await expect.poll(() => testSite.creditsOf(other)).toBe(30)

    const limitedTestSite = await createTestSite({ limits: true })
    const as = await limitedTestSite.addUser('Hasty')
    const { id } = await limitedTestSite.addPrompt({ userId: as, content: 'Say hello.' })
    const path = `/api/prompts/${id}/tests`
    const send = (to: string, json: object) => limitedTestSite.request(`${path}${to}`, { as, method: 'POST', json })
    expect((await send('/cases', draft({ values: {} }))).status).toBe(201)
    const site = {
      models: {
        vendors: { openai: { key: siteKey, baseUrl: testSite.vendors.baseUrl('openai'), models: 'steady=1' } },
        dailyBudget: null,
      },
    }
    const app = limitedTestSite.appWith(site)
    await limitedTestSite.limits.take(runStartLimit, as, runStartLimit.points)
    const body = JSON.stringify({ models: ['steady'] })
    const headers = { 'content-type': 'application/json', ...(await limitedTestSite.headersOf(as)) }
    expect((await app.request(`${path}/runs`, { method: 'POST', body, headers })).status).toBe(429)
    await limitedTestSite.close()
  })
})

describe('other members', () => {
  it('can’t see runs of a text that was never public', async () => {
    const json = {
      title: `Drafted ${++promptCount}`,
      content: 'A first secret text.',
      category: 'general',
      status: 'draft',
    }
    const draftPrompt = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body
    slug = draftPrompt.slug
    const patch = (change: object) =>
      testSite.request(`/api/prompts/${slug}`, { as: author, method: 'PATCH', json: change })
    expect(await addCase(author, { values: {} })).toMatchObject({ status: 201 })
    for (const path of ['', '/results', '/runs', '/promptfoo.yaml'])
      expect((await testSite.app.request(testsPath(path))).status).toBe(404)
    expect((await testSite.post(testsPath('/runs'), other, { models: ['steady'] })).status).toBe(404)
    expect((await addCase(other)).status).toBe(404)
    const events = await (await run(author, {})).events()
    expect((await patch({ content: 'A second text.' })).status).toBe(200)
    const published = await patch({ status: 'published' })
    expect([published.status, published.body.status]).toEqual([200, 'published'])
    slug = published.body.slug
    for (const reader of [undefined, other]) {
      expect((await testSite.request(testsPath(), { as: reader })).body.results).toEqual([])
      expect((await testSite.request(testsPath('/runs'), { as: reader })).body.items).toEqual([])
      expect((await testSite.request(testsPath(`/runs/${events[0]?.data.runId}`), { as: reader })).status).toBe(404)
    }
    expect((await readRun(events, author)).answers).toHaveLength(3)
  })

  it('can’t reach a run or a case through another prompt', async () => {
    const { id } = (await addCase(author)).body
    const events = await (await run(other, {})).events()
    const own = { title: `Own ${++promptCount}`, content: 'Say hello.', category: 'general' }
    slug = (await testSite.request('/api/prompts', { as: other, method: 'POST', json: own })).body.slug
    expect((await testSite.request(testsPath(`/runs/${events[0]?.data.runId}`), { as: other })).status).toBe(404)
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await testSite.request(testsPath(`/cases/${id}`), { as: other, method, json: { reason: 'Mine' } })).status,
      ).toBe(404)
    expect((await testSite.post(testsPath(`/cases/${id}/accept`), other)).status).toBe(404)
  })

  it('pay nothing if the prompt is deleted during their run', async () => {
    await addCase(author)
    const client = new AbortController()
    const { response } = await run(other, { models: ['silent'] }, { signal: client.signal })
    const reading = readEvents(response).catch(() => undefined)
    await expect.poll(() => testSite.creditsOf(other)).toBe(24)
    expect((await testSite.request(`/api/prompts/${slug}`, { as: author, method: 'DELETE' })).status).toBe(204)
    client.abort()
    await reading
    await expect.poll(() => testSite.creditsOf(other)).toBe(30)
    expect((await testSite.request(testsPath('/runs'), { as: other })).status).toBe(404)
    expect(await findCreditViolations(testSite.db)).toEqual([])
  })
})

describe('a run that is resumed', () => {
  /**
   * Changes what is stored of a finished run, as if its process had died after the first answer. `place`: an answer's
   * position in the run, from 0.
   */
  async function simulateCrash(events: ReadEvent[]) {
    const stored = events.filter(({ event, data }) => event === 'start' || data.place === 0)
    await testSite.db
      .updateTable('idempotencyKeys')
      .set({ status: null, events: JSON.stringify(stored) as never, leaseUntil: new Date(0) })
      .where('userId', '=', other)
      .execute()
    await testSite.db
      .updateTable('testAnswers')
      .set({ status: 'running', text: '', passed: null, checks: null })
      .where('runId', '=', String(events[0]?.data.runId))
      .where('place', '>', 0)
      .execute()
  }

  it('uses its original text and cases, even if the prompt’s have changed since', async () => {
    const { id } = (await addCase(author)).body
    await addCase(author, { reason: 'Second', values: { name: 'Bo' } })
    const first = await (await run(other, {}, { key: 'resumed' })).events()
    await simulateCrash(first)
    const json = { checks: [{ kind: 'contains', text: 'never said' }], values: { name: 'Zoe' } }
    expect((await testSite.request(testsPath(`/cases/${id}`), { as: author, method: 'PATCH', json })).status).toBe(200)
    expect((await addCase(author, { reason: 'Third' })).status).toBe(201)
    const edit = { content: 'Shout at {{name}}.' }
    expect((await testSite.request(`/api/prompts/${slug}`, { as: author, method: 'PATCH', json: edit })).status).toBe(
      200,
    )
    const before = testSite.vendors.received.length
    const events = await (await run(other, {}, { key: 'resumed' })).events()
    expect(events.at(-1)).toMatchObject({ event: 'end' })
    const newRequests = testSite.vendors.received.slice(before)
    expect(newRequests).toHaveLength(5)
    for (const { body } of newRequests) expect(body).toMatch(/Say hello to (Ada|Bo) politely/)
    const { answers, passed, isCurrent } = await readRun(first)
    expect([answers.length, passed, isCurrent]).toEqual([6, 6, false])
    expect(await testSite.creditsOf(other)).toBe(30 - 12)
  })
})
