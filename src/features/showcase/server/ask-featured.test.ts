import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createModels } from '#features/models/server/create-models.ts'
import type { JobHandler, Jobs } from '#platform/work/jobs.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { askFeatured, type FeaturedContext, handleFeaturedAnswers } from './ask-featured.ts'
import { readFeaturedAnswers } from './featured-answer-queries.ts'

let testSite: TestSite
let vendors: AiVendors
let admin: string
/** The jobs that were added and haven't run, and what runs them. */
let waiting: Parameters<JobHandler>[0][]
let handle: JobHandler
const now = () => new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  vendors = await startAiVendors()
})
beforeEach(async () => {
  testSite = await createTestSite({ now })
  admin = await testSite.addUser('boss', 'admin')
  waiting = []
})
afterAll(() => vendors.close())

function contextWith(dailyBudget: number | null = null): FeaturedContext {
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: 'steady=2, faulty=3' }
  const deadlines = { firstTokenMs: 60_000, totalMs: 60_000 }
  const settings = { vendors: { openai }, dailyBudget, deadlines }
  const jobs: Pick<Jobs, 'add' | 'handle'> = {
    add: async (_, __, data) => {
      waiting.push(data)
    },
    handle: (_, handler) => {
      handle = handler
    },
  }
  const models = createModels({ db: testSite.db, now, settings, log: () => undefined })
  const streams = { shutdownSignal: new AbortController().signal }
  const context = { db: testSite.db, now, jobs: jobs as Jobs, models, streams }
  handleFeaturedAnswers(context)
  return context
}
async function addFeatured(title: string, content = 'Say hello to {{name:Ada}}.') {
  const { id, slug } = await testSite.addPrompt({ title, content })
  await testSite.db.updateTable('prompts').set({ featured: true }).where('id', '=', id).execute()
  return { id, slug }
}
const ask = (context: FeaturedContext, model = 'steady') => askFeatured(context, memberOf(admin, 'admin'), model)
const runJobs = async (attempt = 1) => {
  for (const data of waiting.splice(0)) await handle(data, { id: 'job', attempt })
}
const spent = async () =>
  (await sql<{ micros: number }>`select micros from ai_spending`.execute(testSite.db)).rows[0]?.micros ?? 0

it('asks a model once about each featured prompt, and shows the answers beside them at no one’s cost', async () => {
  const context = contextWith()
  const { id, slug } = await addFeatured('One')
  await addFeatured('Two', 'Say hello to {{somebody}}.')
  const offer = await readFeaturedAnswers(testSite.db, context.models)
  expect(offer, 'a blank without a value can’t be asked about').toMatchObject({ prompts: 1, answers: [] })
  expect(offer.models.find((model) => model.id === 'steady')).toMatchObject({ credits: 2, missing: 1 })
  expect(offer.models[0]?.dollarsMax).toBeGreaterThan(0)

  await ask(context)
  await ask(context)
  expect(waiting, 'a repeated request asks nothing twice').toHaveLength(1)
  const requestsBefore = vendors.received.length
  await runJobs()
  expect(vendors.received.length - requestsBefore).toBe(1)
  const { result } = (await testSite.request(`/api/prompts/${id}`)).body
  expect(result).toMatchObject({ source: 'comparison', model: 'steady', madeAt: now().toISOString() })
  const { answers, models } = await readFeaturedAnswers(testSite.db, context.models)
  expect(answers).toMatchObject([{ prompt: { slug }, model: 'steady', state: 'done', failure: null }])
  expect(models.find((model) => model.id === 'steady')?.missing).toBe(0)
  const comparison = (await testSite.request(`/api/comparisons/${answers[0]?.comparisonId}`)).body
  expect(comparison).toMatchObject({ published: true, answers: [{ model: 'steady', price: 2 }] })
  const { rows } = await sql`select from credit_ledger`.execute(testSite.db)
  expect(rows).toEqual([])
  await ask(context)
  expect(waiting).toEqual([])
  await testSite.close()
})

it('asks nothing again after a process was killed, until an admin asks again, and the cost stays counted', async () => {
  const context = contextWith()
  const { id } = await addFeatured('Killed')
  await ask(context)
  const [data] = waiting.splice(0)
  await testSite.db.updateTable('featuredAnswers').set({ state: 'asking' }).execute()
  const before = vendors.received.length
  await handle(data as Parameters<JobHandler>[0], { id: 'job', attempt: 2 })
  expect(vendors.received.length).toBe(before)
  const read = async () => (await readFeaturedAnswers(testSite.db, context.models)).answers[0]
  expect(await read()).toMatchObject({ state: 'failed', failure: expect.stringContaining('server stopped') })
  expect((await testSite.request(`/api/prompts/${id}`)).body.result).toBeNull()
  await ask(context)
  await runJobs()
  expect(await read()).toMatchObject({ state: 'done', failure: null })
  expect(await spent()).toBeGreaterThan(0)
  await testSite.close()
})

it('says why an answer failed, and stops at the daily budget', async () => {
  await addFeatured('Poor')
  const context = contextWith(0.000001)
  await ask(context)
  await runJobs()
  const [answer] = (await readFeaturedAnswers(testSite.db, context.models)).answers
  expect(answer).toMatchObject({ state: 'failed', failure: expect.stringContaining('budget') })
  await testSite.close()
})

it('is for admins, and says that there is nothing to ask', async () => {
  const moderator = await testSite.addUser('mod', 'moderator')
  const path = '/api/admin/featured-answers'
  expect((await testSite.request(path, { as: moderator })).status).toBe(403)
  expect((await testSite.request(path, { as: admin })).body).toEqual({ prompts: 0, models: [], answers: [] })
  await expect(ask(contextWith())).rejects.toThrow('nothing to ask')
  await expect(ask(contextWith(), 'composer')).rejects.toThrow()
  await testSite.close()
})
