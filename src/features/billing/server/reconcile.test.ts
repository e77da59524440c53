import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { creditContext } from '#server/feature-contexts.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Billing, Payments } from './billing-context.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { connectStripe } from './stripe.ts'

/**
 * Creates a provider with this many recent renewals. A renewal's name is the part that the ids of its objects share,
 * such as 00003 in `sub_00003` and `in_00003`. `state.requested` has the names of the subscriptions that were read.
 */
function createFakeProvider(renewalCount: number) {
  const names = Array.from({ length: renewalCount }, (_, n) => String(n).padStart(5, '0'))
  const state = {
    requested: [] as string[],
    running: 0,
    mostConcurrent: 0,
    failing: new Set<string>(),
    responseDelayMs: 0,
    isDown: false,
  }
  const now = Math.floor(Date.parse('2026-11-20T12:00:00.000Z') / 1000)
  const pageOf = (items: { id: string }[], query: URLSearchParams) => {
    const start = items.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const end = start + Number(query.get('limit') ?? 10)
    return { object: 'list', url: '', data: items.slice(start, end), has_more: end < items.length }
  }
  const invoiceOf = (name: string) => ({
    id: `in_${name}`,
    object: 'invoice',
    created: now,
    status: 'paid',
    amount_due: 900,
    amount_paid: 900,
    currency: 'usd',
    customer: `cus_${name}`,
    parent: { type: 'subscription_details', subscription_details: { subscription: `sub_${name}` } },
    lines: { object: 'list', data: [{ id: `il_${name}`, period: { start: now, end: now + 30 * 86_400 } }] },
  })
  const responseTo = (path: string, query: URLSearchParams): object | null => {
    const [, name = ''] = /^\/v1\/subscriptions\/sub_(\d+)$/.exec(path) ?? []
    if (name) {
      state.requested.push(name)
      if (state.failing.has(name)) return null
      const items = { object: 'list', data: [{ id: `si_${name}`, current_period_end: now + 30 * 86_400 }] }
      const metadata = { plan: 'premium' }
      return {
        id: `sub_${name}`,
        object: 'subscription',
        status: 'active',
        customer: `cus_${name}`,
        items,
        metadata,
        created: now - 86_400,
        cancel_at_period_end: false,
        default_payment_method: null,
      }
    }
    if (path === '/v1/invoices' && query.get('subscription')) {
      return pageOf([invoiceOf(query.get('subscription')?.slice('sub_'.length) ?? '')], query)
    }
    if (path === '/v1/invoices') return pageOf(names.map(invoiceOf), query)
    return pageOf([], query)
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    state.mostConcurrent = Math.max(state.mostConcurrent, ++state.running)
    setTimeout(() => {
      state.running--
      const body = state.isDown ? null : responseTo(pathname, searchParams)
      response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? { error: { type: 'invalid_request_error', message: 'Broken.' } }))
    }, state.responseDelayMs)
  })
  return { names, state, server }
}

const renewalCount = 60
let testSite: TestSite
let services: ReturnType<typeof createTestServices>
let billing: Billing
let provider: ReturnType<typeof createFakeProvider>
let now = new Date('2026-11-20T12:00:00.000Z')

beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
  provider = createFakeProvider(renewalCount)
  await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve))
  const { port } = provider.server.address() as AddressInfo
  const client = connectStripe({ secretKey: 'sk_test_1', host: { host: '127.0.0.1', port, protocol: 'http' } })
  const payments: Payments = {
    provider: 'stripe',
    account: 'test:acct_1',
    publishableKey: 'pk',
    priceId: 'price',
    webhookSecrets: ['whsec'],
    connect: () => client,
  }
  services = createTestServices(testSite.db, { now: () => now })
  await services.jobs.open()
  createApp({ ...services, db: testSite.db, payments })
  const credits = creditContext({ now: () => now, payments })
  billing = {
    ...services,
    db: testSite.db,
    payments,
    credits,
    origin: () => 'http://localhost',
    canSpendCredits: () => true,
  }
  for (const name of provider.names) {
    const userId = await testSite.addUser(`renewed${name}`)
    await sql`
      insert into billing_customers (user_id, side, customer_id) values (${userId}, 'test:acct_1', ${`cus_${name}`})`.execute(
      testSite.db,
    )
  }
})
afterAll(async () => {
  await services.jobs.stop()
  provider.server.close()
  await testSite.close()
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(testSite.db)
  await sql`delete from billing_walks`.execute(testSite.db)
  Object.assign(provider.state, {
    requested: [],
    mostConcurrent: 0,
    failing: new Set(),
    responseDelayMs: 0,
    isDown: false,
  })
})

async function readReconciliation() {
  const { rows } = await sql<{ list: string; after: string | null; isDone: boolean }>`
    select list, after, is_done from billing_walks`.execute(testSite.db)
  return rows[0]
}

/** Runs up to `jobsMax` jobs of reconciliations, one at a time. Returns how many it ran. */
async function runJobsOneByOne(jobsMax = Number.POSITIVE_INFINITY): Promise<number> {
  for (let jobCount = 0; ; jobCount++) {
    const { rows } = await sql`
      select from pgboss.job where state in ('created', 'retry') and data ->> 'name' like 'reconcile%'`.execute(
      testSite.db,
    )
    if (rows.length === 0 || jobCount === jobsMax) return jobCount
    await services.jobs.runWaiting({ includingNotDue: true, limit: 1 })
  }
}

it('a reconciliation checks every renewal, in jobs of limited size, a few objects at a time', async () => {
  provider.state.responseDelayMs = 5
  await reconcilePayments(billing)
  let mostPerJob = 0
  for (let before = 0; (await runJobsOneByOne(1)) > 0; before = provider.state.requested.length) {
    mostPerJob = Math.max(mostPerJob, provider.state.requested.length - before)
  }
  expect(provider.state.requested.toSorted()).toEqual(provider.names)
  // A job has 300 s. With two requests for each of 25 subscriptions, four at a time, it still finishes if each response
  // takes ten seconds.
  expect(mostPerJob).toBeLessThanOrEqual(25)
  expect(provider.state.mostConcurrent).toBeGreaterThan(1)
  expect(provider.state.mostConcurrent).toBeLessThanOrEqual(4)
  expect(await readReconciliation()).toMatchObject({ isDone: true })
  const { rows } = await sql`select from credit_ledger where op_key like 'invoice:in_%'`.execute(testSite.db)
  expect(rows).toHaveLength(renewalCount)
})

it('a subscription that can’t be read is retried in a separate job, without delaying others', async () => {
  provider.state.failing.add('00003')
  await reconcilePayments(billing)
  await services.jobs.runWaiting()
  expect(new Set(provider.state.requested)).toEqual(new Set(provider.names))
  expect(await readReconciliation()).toMatchObject({ isDone: true })
  const { rows } = await sql`
    select data -> 'data' ->> 'id' as id from pgboss.job where state = 'retry'`.execute(testSite.db)
  expect(rows).toEqual([{ id: 'sub_00003' }])
})

it('a running reconciliation isn’t restarted; one whose job was lost continues where it stopped', async () => {
  await reconcilePayments(billing)
  await runJobsOneByOne(4)
  const before = await readReconciliation()
  expect(before).toMatchObject({ list: 'invoices', isDone: false, after: expect.stringMatching(/^in_/) })
  await sql`delete from pgboss.job`.execute(testSite.db)
  await reconcilePayments(billing)
  expect(await runJobsOneByOne()).toBe(0)
  now = new Date(now.getTime() + 3600_000)
  await reconcilePayments(billing)
  await runJobsOneByOne()
  expect(new Set(provider.state.requested)).toEqual(new Set(provider.names))
  expect(provider.state.requested).toHaveLength(renewalCount)
})

it('a page that can’t be read is given up after a few attempts, and read again an hour later', async () => {
  provider.state.isDown = true
  await reconcilePayments(billing)
  await runJobsOneByOne()
  const stopped = await readReconciliation()
  expect(stopped).toEqual({ list: 'subscriptions', after: null, isDone: false })
  provider.state.isDown = false
  now = new Date(now.getTime() + 3600_000)
  await reconcilePayments(billing)
  expect(await readReconciliation()).toEqual(stopped)
  await runJobsOneByOne()
  expect(await readReconciliation()).toMatchObject({ isDone: true })
})
