import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import { urlOf } from '#test/cli.ts'
import type { DyingServerOptions } from '#test/dying-server.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { closeTestRuns } from './close-test-runs.ts'

let testSite: TestSite
let vendors: AiVendors
let models: ModelSettings
let slug: string
/** The other process, which both tests use, and its port. */
let server: ChildProcessByStdio<null, Readable, null>
let port: unknown
/** What the clock of the test site in this process shows. */
let time = new Date()
/** The price of an answer, in credits. */
const price = 2
/** The credits of a new member, and the number of questions in a run with two test cases. */
const allowance = 30
const questions = 6

beforeAll(async () => {
  vendors = await startAiVendors()
  // The fake model `paced` takes a second for each answer, so that a run takes a while.
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: `paced=${price}` }
  models = { vendors: { openai }, dailyBudget: null }
  testSite = await createTestSite({ now: () => time, site: { models } })
  const author = await testSite.addUser('Author')
  const json = { title: 'Run by two processes', content: 'Say hello.', category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'words' }] }
  for (let i = 0; i < 2; i++)
    await testSite.request(`/api/prompts/${slug}/tests/cases`, { as: author, method: 'POST', json: draft })
  // The other process would kill itself before its database statement number 1e9. No run gets that far, so the process
  // ends only when this file kills it.
  const connection = urlOf(testSite.connection)
  const options: DyingServerOptions = { connection, when: 'before', at: 1e9, connections: 4, models }
  server = spawn(process.execPath, ['test/dying-server.ts', JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ;[port] = await once(server.stdout, 'data')
})
afterAll(async () => {
  await kill()
  await testSite.close()
  await vendors.close()
})

/** Ends the other process. */
async function kill(): Promise<void> {
  if (server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}

const path = () => `/api/prompts/${slug}/tests/runs`
const body = { models: ['paced'] }

/** Starts a run in the other process, and resolves when it has started. */
async function startInOtherProcess(as: string) {
  const headers = { ...(await testSite.headersOf(as)), 'content-type': 'application/json', 'idempotency-key': 'both' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${Number(port)}${path()}`, init)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  return {
    /** Reads until the stream ends or the connection breaks. */
    async readToEnd() {
      for (;;) if ((await reader.read().catch(() => ({ done: true }))).done) return
    },
  }
}

/**
 * Sends the request again, to this process, after its lease has expired by the clock here. The other process is
 * still working on the run.
 */
async function takeOver(as: string) {
  time = new Date(Date.now() + 130_000)
  const retry = await testSite.stream(path(), { as, json: body, key: 'both' })
  return (await retry.events()).at(-1)
}

/** Expects one paid answer to each question. Closing interrupted runs and expired holds must not change the balance. */
async function expectPaidOnce(userId: string) {
  const { rows } = await sql<{ status: string; price: number }>`
    select a.status, a.price from test_runs r join test_answers a on a.run_id = r.id
    where r.user_id = ${userId} order by a.place`.execute(testSite.db)
  expect(rows).toEqual(Array(questions).fill({ status: 'done', price }))
  const { body: balance } = await testSite.request('/api/user/credits', { as: userId })
  expect(balance.credits).toBe(allowance - questions * price)
  time = new Date(Date.now() + 30 * 60_000)
  await closeTestRuns(testSite.db, time)
  expect((await testSite.request('/api/user/credits', { as: userId })).body.credits).toBe(balance.credits)
  expect(await findCreditViolations(testSite.db)).toEqual([])
}

it('if two processes work on one run concurrently, each question has one answer and one price', async () => {
  const as = await testSite.addUser('runner1')
  const other = await startInOtherProcess(as)
  expect(await takeOver(as)).toMatchObject({ event: 'end', data: { credits: allowance - questions * price } })
  await other.readToEnd()
  await expectPaidOnce(as)
})

it('if one of the processes is killed, the other completes the run', async () => {
  const as = await testSite.addUser('runner2')
  await startInOtherProcess(as)
  const end = takeOver(as)
  await kill()
  expect(await end).toMatchObject({ event: 'end', data: { credits: allowance - questions * price } })
  await expectPaidOnce(as)
})
