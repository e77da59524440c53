import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ModelSettings, noModels } from '#features/models/server/vendor-settings.ts'
import { signWebhook } from '#features/sandbox/server/send-webhooks.ts'
import { type Sandbox, startSandbox } from '#features/sandbox/server/start-sandbox.ts'
import { createApp } from '#server/app.ts'
import { type BillingSite, createBillingSite, webhookSecret } from '#test/billing-site.ts'
import { faultyDelivery } from '#test/faulty-delivery.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Payments } from './billing-context.ts'
import { countForeignSubscriptions, findPaymentAccount } from './find-payment-account.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { connectStripe } from './stripe.ts'
import { findSubscription } from './subscription-queries.ts'

let testSite: BillingSite
/** A second payment provider: a sandbox that stands in for Stripe, with the database of `otherTestSite`. */
let provider: Sandbox
let otherTestSite: TestSite
/** The site of `testSite` after it changed to that provider: the same database, with another payment account. */
let otherSite: ReturnType<typeof siteWith>
let me: string

beforeAll(async () => {
  testSite = await createBillingSite()
  // Webhooks are dropped, so the site learns of changes only by asking the provider.
  testSite.deliveryFaults.isDropped = true
  otherTestSite = await createTestSite()
  const secret = 'sk_test_elsewhere'
  const webhookUrl = () => 'http://127.0.0.1:9/nobody'
  const transport = faultyDelivery({ isDropped: true })
  provider = await startSandbox({
    db: otherTestSite.db,
    now: testSite.clock,
    secret,
    webhookSecret,
    webhookUrl,
    transport,
  })
  otherSite = siteWith('test:acct_2', provider.port, secret)
  await otherSite.services.jobs.open()
})
afterAll(async () => {
  await otherSite.services.jobs.stop()
  await provider.stop()
  await otherTestSite.close()
  await testSite.close()
})
beforeEach(async () => {
  testSite.setClock('2026-11-20T12:00:00.000Z')
  me = await testSite.addMember()
})

/** Settings with a language model, on which the credits of Premium can be spent. */
const modelsThatAnswer: ModelSettings = { vendors: { openai: { key: 'sk-site-12345678' } }, dailyBudget: null }

/**
 * Creates an app on the database of `testSite`, with payments through another provider. `request` sends a request as
 * `me`.
 */
function siteWith(account: string, port: number, secretKey: string, models = modelsThatAnswer) {
  const client = connectStripe({ secretKey, host: { host: '127.0.0.1', port, protocol: 'http' } })
  const payments: Payments = { ...testSite.context.payments, provider: 'stripe', account, connect: () => client }
  const services = createTestServices(testSite.db, { now: testSite.clock })
  const app = createApp({ ...services, db: testSite.db, payments, models })
  const context = { ...testSite.context, jobs: services.jobs, payments }
  return {
    context,
    services,
    client,
    async request(path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') {
      const headers = { ...(await testSite.headersOf(me)), 'content-type': 'application/json' }
      const body = json === undefined ? undefined : JSON.stringify(json)
      const response = await app.request(path, { method, headers, body })
      return { status: response.status, body: await response.json() }
    },
    sendWebhook: (text: string) =>
      app.request('/api/webhooks/stripe', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signWebhook(text, webhookSecret, new Date()),
        },
        body: text,
      }),
  }
}

const card = { paymentMethodId: 'pm_card_visa' }

describe('while no language model is available on which credits could be spent', () => {
  it('Premium is shown with the reason for which nobody can buy it or set up a card for it', async () => {
    const siteWithoutModels = siteWith('test:acct_2', provider.port, 'sk_test_elsewhere', noModels)
    const refusal = {
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('Premium can’t be bought yet: no language model') },
    }
    const { body: plans } = await siteWithoutModels.request('/api/subscription/plans')
    expect(plans.premium).toMatchObject({ amount: 900, currency: 'usd' })
    expect(refusal.body.error.asymmetricMatch(plans.premium.closed)).toBe(true)
    expect((await otherSite.request('/api/subscription/plans')).body.premium.closed).toBeNull()
    expect(await siteWithoutModels.request('/api/create-payment-intent', {})).toMatchObject(refusal)
    expect(await siteWithoutModels.request('/api/subscription/create', card)).toMatchObject(refusal)
    expect((await siteWithoutModels.request('/api/subscription/status')).body.hasActiveSubscription).toBe(false)
    // No money moves in the sandbox, so a purchase is allowed without a language model.
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200 })
  })
})

describe('after a change from the sandbox to a Stripe account', () => {
  it('no endpoint reports a subscription of the former payment account', async () => {
    await testSite.subscribe(me)
    testSite.setClock('2026-12-21T12:00:00.000Z')
    expect(await otherSite.request('/api/subscription/status')).toMatchObject({
      status: 200,
      body: { hasActiveSubscription: false, status: 'none', plan: 'free', currentPeriodEnd: null },
    })
    for (const action of ['cancel', 'resume']) {
      expect(await otherSite.request(`/api/subscription/${action}`, {})).toMatchObject({ status: 409 })
    }
    expect(await otherSite.request('/api/subscription/pay', card)).toMatchObject({ status: 409 })
    expect((await otherSite.request('/api/subscription/invoices')).body).toMatchObject({ total: 0, items: [] })
    expect(await countForeignSubscriptions(testSite.db, 'test:acct_2')).toEqual([
      { account: 'sandbox', count: expect.any(Number) },
    ])
  })

  it('a user can subscribe again as a new customer, and their former subscription doesn’t change', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 100)
    expect(await otherSite.request('/api/create-payment-intent', {})).toMatchObject({ status: 200 })
    testSite.setClock('2026-11-21T12:00:00.000Z')
    expect(await otherSite.request('/api/subscription/create', card)).toMatchObject({
      status: 200,
      body: { hasActiveSubscription: true, currentPeriodEnd: '2026-12-21T12:00:00.000Z' },
    })
    expect(await testSite.creditsOf(me)).toBe(1000)
    const { rows } = await sql<{ side: string }>`
      select side from billing_customers where user_id = ${me} order by side`.execute(testSite.db)
    expect(rows.map(({ side }) => side)).toEqual(['sandbox', 'test:acct_2'])
    expect((await otherSite.request('/api/subscription/invoices')).body).toMatchObject({ total: 1 })
    expect((await otherSite.request('/api/subscription/cancel', {})).body).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await testSite.status(me)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    const foreignAccounts = async (account?: string) =>
      (await countForeignSubscriptions(testSite.db, account)).map((found) => found.account)
    expect(await foreignAccounts('test:acct_2')).toEqual(['sandbox'])
    expect(await foreignAccounts('sandbox')).toEqual(['test:acct_2'])
    expect(await foreignAccounts()).toEqual(['sandbox', 'test:acct_2'])
  })

  it('a subscription of the former payment account grants no credits', async () => {
    await testSite.subscribe(me)
    testSite.setClock('2026-12-20T12:00:00.000Z')
    expect((await otherSite.request('/api/user/credits')).body).toEqual({ credits: 30 })
  })

  it('the hourly reconciliation reads only the current payment account, and all its jobs succeed', async () => {
    await testSite.subscribe(me)
    await otherSite.request('/api/subscription/create', card)
    testSite.setClock('2026-12-22T12:00:00.000Z')
    await reconcilePayments(otherSite.context)
    await otherSite.services.jobs.runWaiting({ includingNotDue: true })
    const { rows } = await sql`
      select from pgboss.job where state not in ('completed') and data ->> 'name' like 'reconcile%'`.execute(
      testSite.db,
    )
    expect(rows).toHaveLength(0)
    const subscriptionAt = (account: string) => findSubscription(testSite.db, { userId: me, account })
    expect((await subscriptionAt('test:acct_2'))?.paidUntil).toEqual(new Date('2027-01-20T12:00:00.000Z'))
    expect((await subscriptionAt('sandbox'))?.paidUntil).toEqual(new Date('2026-12-20T12:00:00.000Z'))
  })

  it('a live-mode event is accepted and ignored in test mode, and the reason is recorded', async () => {
    const event = { id: 'evt_live', object: 'event', type: 'customer.subscription.updated', livemode: true }
    const text = JSON.stringify({ ...event, data: { object: { id: 'sub_live', object: 'subscription' } } })
    expect((await otherSite.sendWebhook(text)).status).toBe(200)
    const { rows } = await sql<{ lastError: string }>`
      select last_error from billing_events where id = 'evt_live' and processed_at is not null`.execute(testSite.db)
    expect(rows[0]?.lastError).toBe('Ignored: this event is from live mode, but payments use test:acct_2.')
  })

  it('deleting a user ends the subscription in the new account; the job for a third account is retried later', async () => {
    const person = await signUp(testSite, 'moved')
    const { rows } = await sql<{ id: string }>`select id from users where username = 'moved'`.execute(testSite.db)
    me = rows[0]?.id ?? ''
    await testSite.subscribe(me)
    await otherSite.request('/api/subscription/create', card)
    await sql`
      insert into billing_customers (user_id, side, customer_id) values (${me}, 'live:acct_9', 'cus_far')`.execute(
      testSite.db,
    )
    const deletion = { method: 'DELETE', headers: { cookie: person.cookie }, json: { password: goodPassword } }
    expect((await testSite.request('/api/user', deletion)).status).toBe(204)
    await otherSite.services.jobs.runWaiting()
    const { data } = await (await otherSite.client).subscriptions.list()
    expect(data.find(({ metadata }) => metadata.userId === me)).toMatchObject({ status: 'canceled' })
    const jobsLeft = await sql<{ customer: string }>`
      select data -> 'data' ->> 'customerId' as customer from pgboss.job
      where state = 'retry' and data ->> 'name' = 'end-subscription'`.execute(testSite.db)
    expect(jobsLeft.rows).toEqual([{ customer: 'cus_far' }])
  })
})

describe('after an object was deleted at the provider', () => {
  const deleteAtProvider = (kind: string) =>
    sql`delete from sandbox_objects where kind = ${kind} and customer in (
      select customer_id from billing_customers where user_id = ${me})`.execute(testSite.db)

  it('a user whose customer was deleted can subscribe as a new customer', async () => {
    expect((await testSite.request('/api/create-payment-intent', { as: me, method: 'POST' })).status).toBe(200)
    await sql`
      delete from sandbox_objects where id in (
        select customer_id from billing_customers where user_id = ${me})`.execute(testSite.db)
    expect((await testSite.request('/api/create-payment-intent', { as: me, method: 'POST' })).status).toBe(200)
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: { hasActiveSubscription: true } })
  })

  it('a deleted subscription counts as ended, and no endpoint returns 500', async () => {
    await testSite.subscribe(me)
    await deleteAtProvider('subscription')
    expect(await testSite.changeSubscription(me, 'cancel')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await testSite.status(me)).toMatchObject({ status: 'canceled', hasActiveSubscription: false })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: { hasActiveSubscription: true } })
  })

  it('a deleted subscription whose period is over ends when its status is read', async () => {
    await testSite.subscribe(me)
    await deleteAtProvider('subscription')
    testSite.setClock('2026-12-21T12:00:00.000Z')
    expect(await testSite.status(me)).toMatchObject({ status: 'canceled', hasActiveSubscription: false })
    await reconcilePayments(testSite.context)
    expect(await testSite.runJobs()).toBeGreaterThan(0)
  })
})

describe('the payment account of a key', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')

  /**
   * Runs `work` with a fake Stripe API that returns this account id. If the id is null, no key may read its
   * account.
   */
  async function withStripeAccount<Result>(
    id: string | null,
    work: (port: number, requestCount: () => number) => Promise<Result>,
  ) {
    let count = 0
    const server = createServer((_, response) => {
      count++
      const refusal = { error: { type: 'invalid_request_error', message: 'This key may not read its account.' } }
      response.writeHead(id === null ? 403 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(id === null ? refusal : { id, object: 'account' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      return await work((server.address() as AddressInfo).port, () => count)
    } finally {
      server.close()
    }
  }
  const accountOf = (secretKey: string, port: number) =>
    findPaymentAccount(otherTestSite.db, {
      secretKey,
      now,
      connect: () => connectStripe({ secretKey, host: { host: '127.0.0.1', port, protocol: 'http' } }),
    })

  it('is the key’s mode and Stripe account, requested once per key; the first one replaces “stripe” in older rows', async () => {
    me = await otherTestSite.addUser('early')
    await sql`insert into billing_customers (user_id, side, customer_id) values (${me}, 'stripe', 'cus_1')`.execute(
      otherTestSite.db,
    )
    await withStripeAccount('acct_1', async (port, requestCount) => {
      expect(await accountOf('sk_live_one', port)).toBe('live:acct_1')
      expect(await accountOf('sk_live_one', port)).toBe('live:acct_1')
      expect(requestCount()).toBe(1)
      expect(await accountOf('sk_test_one', port)).toBe('test:acct_1')
      expect(await accountOf('rk_live_rolled', port)).toBe('live:acct_1')
      expect(await accountOf('sk_test_not_live_', port)).toBe('test:acct_1')
    })
    const { rows } = await sql`select side from billing_customers where user_id = ${me}`.execute(otherTestSite.db)
    expect(rows).toEqual([{ side: 'live:acct_1' }])
  })

  it('is, for a key that may not read it, the only known account of the key’s mode, or the mode if several are known', async () => {
    await withStripeAccount(null, async (port) => {
      expect(await accountOf('rk_live_two', port)).toBe('live:acct_1')
    })
    await withStripeAccount('acct_2', async (port) =>
      expect(await accountOf('sk_live_three', port)).toBe('live:acct_2'),
    )
    await withStripeAccount(null, async (port) => expect(await accountOf('rk_live_four', port)).toBe('live'))
  })

  it('can’t be determined while Stripe can’t be reached, unless the key is known', async () => {
    await expect(accountOf('sk_live_new', 9)).rejects.toThrow()
    expect(await accountOf('sk_live_one', 9)).toBe('live:acct_1')
  })
})
