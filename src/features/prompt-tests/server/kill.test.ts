import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { createKilledApp } from '#test/killed-app.ts'
import { closeTestRuns } from './close-test-runs.ts'

let testSite: CompareSite
let slug: string
/** Each server dies this many SQL statements later than the one before it. */
const stride = 13
/** A run asks the model `steady` this many times. Each answer costs `price` credits; a new member has 30 credits. */
const rounds = 3
const price = 2

beforeAll(async () => {
  testSite = await createCompareSite()
  // The servers that die use the real time.
  testSite.clock.time = new Date()
  const author = await testSite.member()
  const json = { title: 'Tested by a dying server', content: 'Say hello politely.', category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  expect((await testSite.post(`/api/prompts/${slug}/tests/cases`, author, draft)).status).toBe(201)
})
afterAll(() => testSite.close())

const path = () => `/api/prompts/${slug}/tests/runs`
const body = { models: ['steady'] }

/** Runs the tests on a server that dies before its SQL statement number `at`. Returns whether the run ended first. */
async function runOnDyingServer(as: string, at: number): Promise<boolean> {
  const baseUrl = testSite.vendors.baseUrl('openai')
  const models = { vendors: { openai: { key: 'sk-site-12345678', baseUrl, models: 'steady=2' } }, dailyBudget: null }
  const { connection } = testSite
  const server = createKilledApp({ connection, when: 'before', at, connections: 4, site: { models } })
  const headers = { ...(await testSite.headersOf(as)), 'idempotency-key': 'killed' }
  const response = await server.request(path(), headers, body)
  return response?.text.includes('event: end') ?? false
}

async function answersOf(userId: string) {
  const { rows } = await sql<{ status: string; price: number; text: string }>`
    select a.status, a.price, a.text from test_runs r join test_answers a on a.run_id = r.id
    where r.user_id = ${userId} order by a.place`.execute(testSite.db)
  return rows
}

it('no credits are lost or created if a server is killed during a run: a retry completes the run, or a job closes it', async () => {
  let deaths = 0
  for (let at = 1; ; at += stride) {
    const userId = await testSite.member()
    if (await runOnDyingServer(userId, at)) break
    deaths++
    const earlier = await answersOf(userId)
    if (deaths % 2 === 0) {
      // After two minutes, another process may take the run over.
      testSite.clock.time = new Date(Date.now() + 130_000)
      const retry = await testSite.stream(path(), { as: userId, json: body, key: 'killed' })
      expect((await retry.events()).at(-1)).toMatchObject({ event: 'end', data: { credits: 30 - rounds * price } })
      expect((await answersOf(userId)).map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    } else {
      // After 15 minutes, the reserved credits are free again, and the job may close the run.
      testSite.clock.time = new Date(Date.now() + 16 * 60_000)
      await closeTestRuns(testSite.db, testSite.clock.time)
    }
    const answers = await answersOf(userId)
    // The answers that were stored before the server died haven't changed.
    for (const [place, { status, text }] of earlier.entries())
      if (status === 'done') expect(answers[place]).toMatchObject({ status, text })
    expect(answers.filter(({ status }) => status === 'running')).toEqual([])
    expect(await testSite.creditsOf(userId)).toBe(30 - answers.reduce((sum, answer) => sum + answer.price, 0))
    expect(answers.every(({ status, price: paid }) => paid === (status === 'done' ? price : 0))).toBe(true)
    testSite.clock.time = new Date()
  }
  expect(deaths).toBeGreaterThan(2)
  expect(await findCreditViolations(testSite.db)).toEqual([])
})
