import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createKilledApp } from '#test/killed-app.ts'
import { createTestSite, type TestAppOptions, type TestSite } from '#test/test-site.ts'

const path = '/api/prompt-generator'
const key = { 'idempotency-key': 'killed' }
const body = { idea: 'Write a letter to my landlord', model: 'writer' }
const price = 3
/** The number of members whose prompts are written at the same time. Some of their runs share transactions. */
const size = 6
/** Each server is killed this many statements later than the one before it. */
const stride = 19

let vendors: AiVendors
let testSite: TestSite
let site: TestAppOptions
let now = new Date()
let userCount = 0
beforeAll(async () => {
  vendors = await startAiVendors()
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: `writer=${price}` }
  site = { models: { vendors: { openai }, dailyBudget: 1000 } }
  testSite = await createTestSite({ now: () => now, site })
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
})

/** Adds a member. Reading their credits grants the first allowance of 30. */
const addMember = async () => {
  const userId = await testSite.addUser(`killed${++userCount}`)
  await testSite.request('/api/user/credits', { as: userId })
  return userId
}

/**
 * Lets members generate prompts on a server that is killed before or after its statement number `at`. Returns whether
 * the server was killed before all members had their prompts.
 */
async function writeUntilKilled(members: string[], when: 'before' | 'after', at: number): Promise<boolean> {
  const server = createKilledApp({ connection: testSite.connection, when, at, connections: 4, site })
  const headers = await Promise.all(members.map((userId) => testSite.headersOf(userId)))
  const responses = await Promise.all(headers.map((cookie) => server.request(path, { ...cookie, ...key }, body)))
  if (responses.includes(null)) return true
  for (const response of responses) expect(response?.text).toContain('event: done')
  return false
}

async function spendsOf(userId: string): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select amount from credit_ledger where user_id = ${userId} and kind = 'spend'`.execute(testSite.db)
  return rows.map(({ amount }) => amount)
}

/** Returns a member's credits, the status and price of their latest run, and what the ledger says they spent. */
async function stateOf(userId: string) {
  const { credits } = (await testSite.request('/api/user/credits', { as: userId })).body
  const [{ status, price }] = (await testSite.request('/api/user/generations', { as: userId })).body.items
  return { credits, status, price, spends: await spendsOf(userId) }
}

it('if the server dies, each of six concurrent runs is charged at most once, and exactly once after a retry', async () => {
  let deaths = 0
  for (let at = 1; ; at += stride) {
    const members = await Promise.all(Array.from({ length: size }, addMember))
    const isKilled = await writeUntilKilled(members, deaths % 2 ? 'before' : 'after', at)
    if (!isKilled) break
    deaths++
    // The killed server's leases have expired, so a retry can take over its run.
    now = new Date(Date.now() + 121_000)
    const [withoutRetry = '', ...retrying] = members
    for (const userId of retrying) {
      const retry = await testSite.stream(path, { as: userId, json: body, key: key['idempotency-key'] })
      expect((await retry.events()).at(-1)).toMatchObject({ event: 'done', data: { credits: 30 - price } })
      expect(await stateOf(userId)).toEqual({ credits: 30 - price, status: 'done', price, spends: [-price] })
    }
    // The killed server's holds have expired too.
    now = new Date(Date.now() + 16 * 60_000)
    const isCharged = (await spendsOf(withoutRetry)).length === 1
    expect((await testSite.request('/api/user/credits', { as: withoutRetry })).body.credits).toBe(
      isCharged ? 30 - price : 30,
    )
    now = new Date()
  }
  expect(deaths).toBeGreaterThan(3)
  expect(await findCreditViolations(testSite.db)).toEqual([])
})
