import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { grantCredits } from '#features/credits/server/grant-credits.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type AiVendors, startAiVendors, wholeAnswer } from '#test/fakes/ai-vendors.ts'
import { createKilledApp } from '#test/killed-app.ts'
import { readEvents } from '#test/read-events.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { testLimits } from '../rules.ts'
import { closeTestRuns } from './close-test-runs.ts'

/**
 * The fake models, one of each family, with their prices in credits: four with a vendor's key, and Llama through
 * OpenRouter. Claude's model (`faulty`) fails, and Gemini's (`silent`) hangs. `--2` only makes a name unique.
 */
const prices = { steady: 2, faulty: 3, silent: 4, 'steady--2': 1, 'meta-llama/llama-steady': 5 } as const
const models = Object.keys(prices) as (keyof typeof prices)[]
const answeringModels: string[] = ['steady', 'steady--2', 'meta-llama/llama-steady']
const cases = testLimits.casesMax
const answersPerModel = cases * testLimits.rounds
/** The credits of a new member, and those that `addRichMember` adds. */
const allowance = 30
const gift = 300
const deadlines = { firstTokenMs: 500, totalMs: 60_000 }

let testSite: TestSite
let vendors: AiVendors
let settings: ModelSettings
let author: string
let slug: string
let time = new Date()
let memberCount = 0

beforeAll(async () => {
  vendors = await startAiVendors({ 'meta-llama/llama-steady': wholeAnswer })
  const vendor = (name: Parameters<typeof vendors.baseUrl>[0], model: keyof typeof prices) => ({
    key: 'sk-site-12345678',
    baseUrl: vendors.baseUrl(name),
    models: `${model}=${prices[model]}`,
  })
  settings = {
    vendors: {
      openai: vendor('openai', 'steady'),
      anthropic: vendor('anthropic', 'faulty'),
      google: vendor('google', 'silent'),
      deepseek: vendor('deepseek', 'steady--2'),
    },
    openRouter: vendor('openrouter', 'meta-llama/llama-steady'),
    dailyBudget: null,
    deadlines,
  }
  testSite = await createTestSite({ now: () => time, site: { models: settings } })
  author = await testSite.addUser('Author')
  slug = await addTestedPrompt('Tested as a whole', cases)
})
afterAll(async () => {
  await testSite.close()
  await vendors.close()
})

/** Publishes a prompt with `caseCount` test cases, and returns its slug. */
async function addTestedPrompt(title: string, caseCount: number): Promise<string> {
  const json = { title, content: `${title}: say hello to {{name}}.`, category: 'general' }
  const { slug } = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body
  for (let i = 0; i < caseCount; i++) {
    const draft = { reason: `Case ${i}`, values: { name: `Ada ${i}` }, checks: [{ kind: 'contains', text: 'answer' }] }
    const added = await testSite.request(`/api/prompts/${slug}/tests/cases`, {
      as: author,
      method: 'POST',
      json: draft,
    })
    expect(added.status).toBe(201)
  }
  return slug
}

const path = () => `/api/prompts/${slug}/tests/runs`
const creditsOf = async (as: string) => (await testSite.request('/api/user/credits', { as })).body.credits as number

async function addRichMember(): Promise<string> {
  const id = await testSite.addUser(`runner${++memberCount}`)
  const credits = { now: () => time, planOf: freePlanForAll, limitsFirstGrants: false }
  const more = { kind: 'gift', reason: 'Gift', expiresAt: null, sourceKey: `admin:${id}` } as const
  await inTransaction(testSite.db, (tx) => grantCredits(tx, credits, { userId: id, amount: gift, ...more }))
  expect(await creditsOf(id)).toBe(allowance + gift)
  return id
}

type Row = { model: keyof typeof prices; status: string; price: number; text: string; version: string | null }

async function answersOf(userId: string) {
  const { rows } = await sql<Row>`
    select a.model, a.status, a.price, a.text, a.version from test_runs r join test_answers a on a.run_id = r.id
    where r.user_id = ${userId} order by a.place`.execute(testSite.db)
  return rows
}

/** Runs the tests on a new server, because a server stops asking a vendor that has failed several times. */
async function runOnce() {
  const as = await addRichMember()
  const { connection } = testSite
  // With `at: Infinity`, this server is never killed.
  const server = createKilledApp({
    connection,
    when: 'before',
    at: Infinity,
    connections: 4,
    site: { models: settings },
  })
  const response = await server.request(path(), await testSite.headersOf(as), { models })
  const headers = { 'content-type': 'text/event-stream' }
  return { as, events: await readEvents(new Response(response?.text, { headers })), answers: await answersOf(as) }
}

it('a run of all cases on models of five families, of which one fails and one hangs, stores and charges exactly the answers it got', async () => {
  let { as, events, answers } = await runOnce()
  // The deadline for the first word is meant for the model that hangs. On a busy machine, it can be too short for the
  // others.
  while (answers.some(({ model, status }) => answeringModels.includes(model) && status === 'failed')) {
    deadlines.firstTokenMs *= 4
    await testSite.db.deleteFrom('testRuns').where('userId', '=', as).execute()
    ;({ as, events, answers } = await runOnce())
  }
  const price = models.reduce((sum, model) => sum + answersPerModel * prices[model], 0)
  expect(events[0]).toMatchObject({ event: 'start', data: { answers: models.length * answersPerModel, price } })
  for (const model of models) {
    const done = answeringModels.includes(model)
    const row = { status: done ? 'done' : 'failed', price: done ? prices[model] : 0, text: done ? wholeAnswer : '' }
    expect(answers.filter((answer) => answer.model === model)).toMatchObject(Array(answersPerModel).fill(row))
  }
  const balance =
    allowance + gift - answersPerModel * (prices.steady + prices['steady--2'] + prices['meta-llama/llama-steady'])
  expect(events.at(-1)).toMatchObject({ event: 'end', data: { credits: balance } })
  expect(await creditsOf(as)).toBe(balance)
  const { results } = (await testSite.request(`/api/prompts/${slug}/tests`)).body
  expect(results.map(({ model, passed, answered }: Record<string, unknown>) => [model, passed, answered])).toEqual(
    answeringModels
      .toSorted()
      .map((model) => [model, answersPerModel, answersPerModel])
      .sort(byVendor),
  )
})

/** Compares results by vendor, in the order of the API: `deepseek`, `meta`, `openai`. */
function byVendor([one]: unknown[], [other]: unknown[]): number {
  const order = ['steady--2', 'meta-llama/llama-steady', 'steady']
  return order.indexOf(String(one)) - order.indexOf(String(other))
}

/**
 * Runs the tests on a server that dies before or after its database statement number `at`. Returns whether the run ended
 * before the server could die.
 */
async function runOnDyingServer(as: string, moment: { when: 'before' | 'after'; at: number }): Promise<boolean> {
  const { connection } = testSite
  const server = createKilledApp({ ...moment, connection, connections: 4, site: { models: settings } })
  const headers = { ...(await testSite.headersOf(as)), 'idempotency-key': 'killed' }
  const response = await server.request(path(), headers, { models })
  return response?.text.includes('event: end') ?? false
}

it('a run that is killed at any of many points loses no answers and creates no credits', {
  timeout: 900_000,
}, async () => {
  let deaths = 0
  let partialRuns = 0
  slug = await addTestedPrompt('Killed', 2)
  for (let at = 7; ; at += deaths < 3 ? 20 : 100) {
    time = new Date()
    const as = await addRichMember()
    if (await runOnDyingServer(as, { when: deaths % 2 === 0 ? 'before' : 'after', at })) break
    deaths++
    const earlier = await answersOf(as)
    if (earlier.some(({ status }) => status !== 'running') && earlier.some(({ status }) => status === 'running'))
      partialRuns++
    // Every other run is resumed once its lease has expired, unless the server died before the run was stored. The
    // remaining runs are closed once the credits reserved for them are free again.
    if (deaths % 2 === 0 && earlier.length > 0) {
      time = new Date(Date.now() + 130_000)
      const events = await (await testSite.stream(path(), { as, json: { models }, key: 'killed' })).events()
      expect(events.at(-1)?.event).toBe('end')
    } else {
      time = new Date(Date.now() + 16 * 60_000)
      await closeTestRuns(testSite.db, time)
    }
    const answers = await answersOf(as)
    // The outcomes that were stored before the server died haven't changed.
    for (const [place, row] of earlier.entries()) if (row.status !== 'running') expect(answers[place]).toEqual(row)
    for (const { model, status, price, text } of answers) {
      expect(['done', 'failed']).toContain(status)
      expect(price).toBe(status === 'done' ? prices[model] : 0)
      if (status === 'done') expect(text).toBe(wholeAnswer)
    }
    const paid = answers.reduce((sum, { price }) => sum + price, 0)
    expect(await creditsOf(as), `killed at ${at}`).toBe(allowance + gift - paid)
  }
  expect(deaths).toBeGreaterThan(4)
  expect(partialRuns).toBeGreaterThan(1)
  expect(await findCreditViolations(testSite.db)).toEqual([])
})
