import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { type FaultResponse, failEverywhere } from './fail-everywhere.ts'
import { faultyPostWriteCheck, faultyStripe, installFaults } from './faults.ts'

let vendors: AiVendors
let testSite: BillingSite
let uninstallFaults: () => void
beforeAll(async () => {
  uninstallFaults = installFaults()
  vendors = await startAiVendors()
  // `models` gives each model of the fake vendor a price.
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: 'writer=3, steady=2, cut=2' }
  testSite = await createBillingSite(undefined, {
    wrapClient: faultyStripe,
    site: { afterWrite: faultyPostWriteCheck, models: { vendors: { openai }, dailyBudget: 1000 } },
  })
  // The composer adapts this prompt.
  await testSite.addPrompt({ title: 'Letter to a landlord', content: 'Write a letter to my landlord about {{topic}}.' })
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
  uninstallFaults()
})

const checkInvariants = async () => expect(await findCreditViolations(testSite.db)).toEqual([])

let situationCount = 0
type Situation = { me: string; key: string }

/** Creates a member with 30 credits, and an Idempotency-Key that hasn't been used. */
async function createSituation(): Promise<Situation> {
  const me = await testSite.addMember()
  return { me, key: `key-${++situationCount}` }
}

const post = async ({ me, key }: Situation, path: string, json: object, accept = '*/*'): Promise<FaultResponse> => {
  const headers = { 'idempotency-key': key, accept }
  return testSite.request(path, { method: 'POST', as: me, json, headers })
}

/** Returns the last event of a stream as a response. If the request is refused, returns that response. */
async function stream({ me, key }: Situation, path: string, json: object): Promise<FaultResponse> {
  const { status, response, events } = await testSite.stream(path, { as: me, json, key })
  if (status !== 200) return { status, body: await response.json() }
  const last = (await events()).at(-1)
  return { status: last?.event === 'error' ? 500 : 200, body: last?.data ?? {}, isEvent: true }
}

/** Calls `work` with the clock two minutes ahead, when the lease of the failed request has ended. */
async function afterLease<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = testSite.clock()
  testSite.setClock(new Date(before.getTime() + 121_000))
  try {
    return await work()
  } finally {
    testSite.setClock(before)
  }
}

async function listAmounts(userId: string, kind: string): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select amount from credit_ledger where user_id = ${userId} and kind = ${kind} order by number`.execute(testSite.db)
  return rows.map(({ amount }) => amount)
}

async function countOpenHolds(userId: string): Promise<number> {
  const { rows } = await sql`
    select from credit_holds where user_id = ${userId} and state = 'open'`.execute(testSite.db)
  return rows.length
}

/** Checks that the request has settled or released all of its holds. */
const expectNoOpenHolds = async ({ me }: Situation) => expect(await countOpenHolds(me)).toBe(0)

describe('with any single failure', () => {
  it('during spending, a retry spends credits once', async () => {
    const spend = (situation: Situation) => post(situation, '/api/user/credits/decrease', { amount: 5 })
    const failedCalls = await failEverywhere({
      checkInvariants,
      createSituation,
      act: spend,
      checkState: async ({ me }, { status }) =>
        expect(await listAmounts(me, 'spend')).toEqual(status === 200 ? [-5] : []),
      retry: async (situation) => {
        expect(await afterLease(() => spend(situation))).toMatchObject({ status: 200, body: { credits: 25 } })
        expect(await listAmounts(situation.me, 'spend')).toEqual([-5])
      },
    })
    expect(failedCalls).toBeGreaterThan(2)
  })

  it('during spending without an Idempotency-Key, credits are spent once or not at all', async () => {
    await failEverywhere({
      checkInvariants,
      createSituation,
      act: ({ me }) => testSite.request('/api/user/credits/decrease', { method: 'POST', as: me, json: { amount: 5 } }),
      checkState: async ({ me }, { status }) => {
        const spent = await listAmounts(me, 'spend')
        expect(spent.length).toBeLessThanOrEqual(1)
        if (status === 200) expect(spent).toEqual([-5])
      },
    })
  })

  it('during a refund, a retry refunds credits once', async () => {
    const refundCredits = (situation: Situation) => post(situation, '/api/user/credits/increase', { amount: 5 })
    await failEverywhere({
      checkInvariants,
      createSituation: async () => {
        const situation = await createSituation()
        await testSite.request('/api/user/credits/decrease', { method: 'POST', as: situation.me, json: { amount: 8 } })
        return situation
      },
      act: refundCredits,
      checkState: async ({ me }, { status }) =>
        expect(await listAmounts(me, 'return')).toEqual(status === 200 ? [5] : []),
      retry: async (situation) => {
        expect(await afterLease(() => refundCredits(situation))).toMatchObject({ status: 200, body: { credits: 27 } })
        expect(await listAmounts(situation.me, 'return')).toEqual([5])
      },
    })
  })

  it.each([
    { model: 'composer', price: 1, accept: 'text/event-stream' },
    { model: 'writer', price: 3, accept: 'text/event-stream' },
    { model: 'writer', price: 3, accept: 'application/json' },
  ])(
    'while $model writes a prompt as $accept, its hold is settled or released immediately, and a retry pays once',
    async (row) => {
      const { model, price, accept } = row
      const path = '/api/prompt-generator'
      const input = { idea: 'Write a letter to my landlord', model }
      const write = (situation: Situation) =>
        accept === 'application/json' ? post(situation, path, input, accept) : stream(situation, path, input)
      const failedCalls = await failEverywhere({
        checkInvariants,
        createSituation,
        act: write,
        checkState: async (situation, { status, body }) => {
          await expectNoOpenHolds(situation)
          expect(await listAmounts(situation.me, 'spend')).toEqual(status === 200 ? [-price] : [])
          if (status === 200) expect(body).toMatchObject({ credits: 30 - price, prompt: { title: expect.any(String) } })
        },
        retry: async (situation) => {
          const { status, body } = await afterLease(() => write(situation))
          expect([status, body]).toMatchObject([200, { credits: 30 - price, prompt: { title: expect.any(String) } }])
          expect(await listAmounts(situation.me, 'spend')).toEqual([-price])
          await expectNoOpenHolds(situation)
        },
      })
      expect(failedCalls).toBeGreaterThan(12)
    },
  )

  it('during a comparison, each hold is settled or released immediately, and no answer is charged twice', async () => {
    const compare = (situation: Situation) =>
      stream(situation, '/api/comparisons', { content: 'Say hello.', models: ['composer', 'steady'] })
    await failEverywhere({
      checkInvariants,
      createSituation,
      act: compare,
      checkState: async (situation, { status, body }) => {
        await expectNoOpenHolds(situation)
        const spent = (await listAmounts(situation.me, 'spend')).reduce((sum, amount) => sum + amount, 0)
        // Both models' prices were charged, so both have answered.
        if (spent === -3) expect(status).toBe(200)
        if (status === 200) expect(body).toMatchObject({ credits: 30 + spent })
      },
      retry: async (situation) => {
        const before = await listAmounts(situation.me, 'spend')
        const { status, body } = await afterLease(() => compare(situation))
        const spent = await listAmounts(situation.me, 'spend')
        expect([status, body]).toMatchObject([200, { credits: 30 + spent.reduce((sum, one) => sum + one, 0) }])
        // No answer is charged twice. The prices of the two models differ.
        expect(new Set(spent).size).toBe(spent.length)
        expect(spent).toEqual(expect.arrayContaining(before))
        await expectNoOpenHolds(situation)
      },
    })
  })
})
