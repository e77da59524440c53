// This file is longer than other files: each case is a moment at which a second request or the provider may interfere.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimits } from '#platform/limits.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { findOrCreateCustomer } from './find-customer.ts'
import { preparePayment, setupsPerHour } from './prepare-payment.ts'

let testSite: BillingSite
let me: string
beforeAll(async () => {
  testSite = await createBillingSite()
  // Webhooks are dropped, so the site asks the provider only while it handles a request.
  testSite.deliveryFaults.isDropped = true
})
afterAll(() => testSite.close())
beforeEach(async () => {
  testSite.setClock('2026-11-20T12:00:00.000Z')
  me = await testSite.addMember()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const premium = { hasActiveSubscription: true, plan: 'premium', status: 'active' }
const declinedResponse = { status: 402, body: { code: 'card_declined' } }
const connectionError = () => Object.assign(new Error('No connection.'), { type: 'StripeConnectionError' })
/** The provider's error for a key that another request used with other parameters, such as another card. */
const keyConflictError = () => Object.assign(new Error('Keys differ.'), { type: 'StripeIdempotencyError' })

async function listSubscriptionsAtProvider() {
  const { data } = await testSite.stripe.subscriptions.list()
  return data.filter(({ metadata }) => metadata.userId === me)
}
const listStatusesAtProvider = async () => (await listSubscriptionsAtProvider()).map(({ status }) => status)

async function readOwnSubscription() {
  const [newest, ...others] = await listSubscriptionsAtProvider()
  if (!newest || others.length > 0) throw new Error('There is not exactly one subscription.')
  return newest
}

/** Runs `interfere` after the provider has started the next subscription, but before the site gets the response. */
function afterNextCreate(interfere: () => Promise<unknown>) {
  const { subscriptions } = testSite.stripe
  const create = subscriptions.create.bind(subscriptions)
  vi.spyOn(subscriptions, 'create').mockImplementationOnce(async (params, options) => {
    const subscription = await create(params, options)
    await interfere()
    return subscription
  })
}

/** Tries to subscribe. The provider starts the subscription, but the site never gets the provider's response. */
async function subscribeLosingResponse(card: string, key?: string) {
  afterNextCreate(() => Promise.reject(connectionError()))
  expect(await testSite.subscribe(me, card, key)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
}

const listActions = async () => {
  const entries = await testSite.db.selectFrom('auditLog').select('action').where('targetId', '=', me).execute()
  return entries.map(({ action }) => action)
}

describe('a subscription whose response from the provider was lost', () => {
  it('is completed by a retry with the same card, which leads to one subscription and one grant', async () => {
    await subscribeLosingResponse('pm_card_visa')
    expect(await testSite.status(me)).toMatchObject({ status: 'none' })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    expect(await listStatusesAtProvider()).toEqual(['active'])
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
    expect(await listActions()).toEqual(['subscription.create'])
  })

  it('is found by an attempt with another card, which charges nothing', async () => {
    await subscribeLosingResponse('pm_card_visa')
    expect(await testSite.subscribe(me, 'pm_card_mastercard')).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'You already have Premium. Nothing was charged.' },
    })
    expect(await testSite.status(me)).toMatchObject(premium)
    expect(await listStatusesAtProvider()).toEqual(['active'])
  })

  it('is replaced if it wasn’t paid: the next attempt with another card returns 409, a further one works', async () => {
    await subscribeLosingResponse('pm_card_authenticationRequired')
    const second = await testSite.subscribe(me, 'pm_card_visa')
    expect(second).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Another attempt/) } })
    expect(await testSite.subscribe(me, 'pm_card_visa')).toMatchObject({ status: 200, body: premium })
    expect((await listStatusesAtProvider()).toSorted()).toEqual(['active', 'incomplete_expired'])
  })

  it('makes the next attempt fail if it has ended at the provider; a further one works', async () => {
    await subscribeLosingResponse('pm_card_visa')
    await testSite.stripe.subscriptions.cancel((await readOwnSubscription()).id)
    expect(await testSite.subscribe(me)).toMatchObject(declinedResponse)
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    expect((await listStatusesAtProvider()).toSorted()).toEqual(['active', 'canceled'])
  })
})

describe('two concurrent attempts', () => {
  it('with one card buy once and write one audit log entry, and leave attempts in other payment accounts unchanged', async () => {
    await sql`
      insert into billing_customers (user_id, side, customer_id) values (${me}, 'test:acct_2', ${`cus_${me}`})`.execute(
      testSite.db,
    )
    afterNextCreate(async () => {
      expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    expect(await listStatusesAtProvider()).toEqual(['active'])
    expect(await listActions()).toEqual(['subscription.create'])
    const { rows } = await sql`
      select side, attempt from billing_customers where user_id = ${me} order by side`.execute(testSite.db)
    expect(rows).toEqual([
      { side: 'sandbox', attempt: 2 },
      { side: 'test:acct_2', attempt: 1 },
    ])
  })

  it('with different cards lead to a 409 for one, which says that another attempt is running', async () => {
    vi.spyOn(testSite.stripe.subscriptions, 'create').mockRejectedValueOnce(keyConflictError())
    const response = await testSite.subscribe(me)
    expect(response).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Another attempt/) } })
  })

  it('with different cards lead to a 409 for one even if the user had a subscription earlier, and its retry works', async () => {
    await testSite.subscribe(me)
    await testSite.stripe.subscriptions.cancel((await readOwnSubscription()).id)
    vi.spyOn(testSite.stripe.subscriptions, 'create').mockRejectedValueOnce(keyConflictError())
    const response = await testSite.subscribe(me)
    expect(response).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Another attempt/) } })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
  })
})

it('the request to the provider contains the configured price, the user, the card and the Idempotency-Key', async () => {
  const create = vi.spyOn(testSite.stripe.subscriptions, 'create')
  await testSite.subscribe(me, 'pm_card_visa', 'order')
  expect(create.mock.calls.map(([order]) => order)).toMatchObject([
    { items: [{ price: 'price_sandbox_premium' }], metadata: { userId: me, card: 'pm_card_visa', request: 'order' } },
  ])
})

describe('a second request', () => {
  it('with another key or none returns 409 while the subscription runs', async () => {
    await testSite.subscribe(me, 'pm_card_visa', 'first')
    expect(await testSite.subscribe(me, 'pm_card_visa', 'second')).toMatchObject({ status: 409 })
    expect(await testSite.subscribe(me, 'pm_card_visa')).toMatchObject({ status: 409 })
  })

  it('with the same key more than a day later, and another card, doesn’t change the subscription', async () => {
    await testSite.subscribe(me, 'pm_card_visa', 'again')
    testSite.setClock('2026-11-21T13:00:00.000Z')
    expect(await testSite.subscribe(me, 'pm_card_mastercard', 'again')).toMatchObject({ status: 200, body: premium })
    expect(await listStatusesAtProvider()).toEqual(['active'])
  })

  it('with the same key doesn’t pay an unpaid renewal', async () => {
    await testSite.subscribe(me, 'pm_card_visa', 'renewed')
    const { id, customer } = await readOwnSubscription()
    const failingCard = await testSite.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    })
    await testSite.stripe.subscriptions.update(id, { default_payment_method: failingCard.id })
    testSite.setClock('2026-12-20T13:00:00.000Z')
    expect(await testSite.subscribe(me, 'pm_card_visa', 'renewed')).toMatchObject({
      status: 200,
      body: { status: 'past_due', requiresAction: null },
    })
    expect(await listStatusesAtProvider()).toEqual(['past_due'])
  })

  it('that arrives after the subscription was deleted at the provider starts a new one', async () => {
    await testSite.subscribe(me)
    await sql`delete from sandbox_objects where id = ${(await readOwnSubscription()).id}`.execute(testSite.db)
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
  })

  it('that arrives while the subscription ends at the provider starts a new one', async () => {
    await testSite.subscribe(me, 'pm_card_visa')
    const { subscriptions } = testSite.stripe
    const retrieve = subscriptions.retrieve.bind(subscriptions)
    let hasEnded = false
    vi.spyOn(subscriptions, 'retrieve').mockImplementation(async (id, params) => {
      if (params?.expand && !hasEnded) {
        hasEnded = true
        await subscriptions.cancel(id)
      }
      return retrieve(id, params)
    })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    expect((await listStatusesAtProvider()).toSorted()).toEqual(['active', 'canceled'])
  })
})

describe('idempotency keys at the provider', () => {
  /** Watches requests to add a card. `keys` returns the keys of all such requests so far, in order. */
  function watchCardKeys() {
    const attach = vi.spyOn(testSite.stripe.paymentMethods, 'attach')
    return { attach, keys: () => attach.mock.calls.map(([, , options]) => options?.idempotencyKey) }
  }

  it('differ between attempts after a declined card', async () => {
    const { keys } = watchCardKeys()
    expect(await testSite.subscribe(me, 'pm_card_chargeDeclined')).toMatchObject(declinedResponse)
    expect(await testSite.subscribe(me, 'pm_card_chargeDeclined')).toMatchObject(declinedResponse)
    expect(new Set(keys()).size).toBe(2)
  })

  it('stay the same after an attempt without a response', async () => {
    const { attach, keys } = watchCardKeys()
    attach.mockRejectedValueOnce(connectionError())
    expect(await testSite.subscribe(me)).toMatchObject({ status: 503 })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    expect(keys()).toEqual([`card:${me}:1:pm_card_visa`, `card:${me}:1:pm_card_visa`])
  })
})

describe('an unfinished purchase', () => {
  it.each(['succeeded', 'processing'] as const)('whose payment has the status %s isn’t abandoned', async (status) => {
    const { paymentIntents } = testSite.stripe
    const retrieve = paymentIntents.retrieve.bind(paymentIntents)
    vi.spyOn(paymentIntents, 'retrieve').mockImplementationOnce(async (id) => ({ ...(await retrieve(id)), status }))
    expect(await testSite.subscribe(me, 'pm_card_authenticationRequired')).toMatchObject({
      status: 200,
      body: { status: 'none', requiresAction: null },
    })
    expect(await listStatusesAtProvider()).toEqual(['incomplete'])
    expect(await listActions()).toEqual([])
  })

  it('whose payment is confirmed meanwhile isn’t replaced by another card: nothing more is charged', async () => {
    const { body } = await testSite.subscribe(me, 'pm_card_authenticationRequired')
    const [intent = ''] = body.requiresAction.clientSecret.split('_secret')
    const { subscriptions, paymentIntents } = testSite.stripe
    const retrieve = subscriptions.retrieve.bind(subscriptions)
    let isConfirmed = false
    vi.spyOn(subscriptions, 'retrieve').mockImplementation(async (id, params) => {
      const subscription = await retrieve(id, params)
      if (params?.expand && !isConfirmed) {
        isConfirmed = true
        await paymentIntents.confirm(intent)
      }
      return subscription
    })
    expect(await testSite.subscribe(me, 'pm_card_visa')).toMatchObject({
      status: 409,
      body: { error: 'You already have Premium. Nothing was charged.' },
    })
    expect(await listStatusesAtProvider()).toEqual(['active'])
    expect(await testSite.status(me)).toMatchObject(premium)
  })

  it('whose payment is confirmed just after it failed isn’t abandoned', async () => {
    const { paymentIntents } = testSite.stripe
    const retrieve = paymentIntents.retrieve.bind(paymentIntents)
    vi.spyOn(paymentIntents, 'retrieve').mockImplementationOnce(async (id) => {
      const intent = await retrieve(id)
      await paymentIntents.confirm(id)
      return { ...intent, status: 'requires_payment_method' }
    })
    expect(await testSite.subscribe(me, 'pm_card_authenticationRequired')).toMatchObject({ status: 200, body: premium })
    expect(await listStatusesAtProvider()).toEqual(['active'])
  })

  it.each([
    ['no invoice', () => null],
    ['only the id of an invoice', ({ id }: { id: string }) => id],
    ['an invoice without payments', (invoice: object) => ({ ...invoice, payments: undefined })],
    ['an invoice with an empty list of payments', (invoice: object) => ({ ...invoice, payments: { data: [] } })],
  ])('with %s is abandoned: nothing remains that could be charged', async (_, change) => {
    const { subscriptions } = testSite.stripe
    const retrieve = subscriptions.retrieve.bind(subscriptions)
    vi.spyOn(subscriptions, 'retrieve').mockImplementation(async (id, params) => {
      const subscription = await retrieve(id, params)
      const invoice = subscription.latest_invoice as { id: string } | string | null
      return typeof invoice === 'object' && invoice
        ? ({ ...subscription, latest_invoice: change(invoice) } as never)
        : subscription
    })
    expect(await testSite.subscribe(me, 'pm_card_authenticationRequired')).toMatchObject(declinedResponse)
    expect(await listStatusesAtProvider()).toEqual(['incomplete_expired'])
  })
})

it('an account that is deleted during its purchase gets no Premium, and its subscription ends', async () => {
  const { cookie } = await signUp(testSite, 'leaver')
  const { id } = await testSite.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'leaver')
    .executeTakeFirstOrThrow()
  me = id
  const headers = { cookie }
  afterNextCreate(async () => {
    const deletion = { method: 'DELETE', headers, json: { password: goodPassword } }
    expect((await testSite.request('/api/user', deletion)).status).toBe(204)
  })
  const json = { paymentMethodId: 'pm_card_visa' }
  const response = await testSite.request('/api/subscription/create', { method: 'POST', headers, json })
  expect(response).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^This account was deleted/) } })
  await testSite.runJobs()
  expect(await listStatusesAtProvider()).toEqual(['canceled'])
})

describe('the customer at the provider', () => {
  const preparePayment = () => testSite.request('/api/create-payment-intent', { as: me, method: 'POST' })
  const listCustomers = async () => {
    const { rows } = await sql<{ side: string; id: string; attempt: number }>`
      select side, customer_id as id, attempt from billing_customers where user_id = ${me} order by side`.execute(
      testSite.db,
    )
    return rows
  }
  const deleteCustomerAtProvider = async () => {
    const [customer] = await listCustomers()
    await testSite.stripe.customers.del(customer?.id ?? '')
  }

  it('stays the same while the provider can’t be reached', async () => {
    await preparePayment()
    const before = await listCustomers()
    vi.spyOn(testSite.stripe.customers, 'retrieve').mockRejectedValueOnce(connectionError())
    expect(await preparePayment()).toMatchObject({ status: 503 })
    expect(await preparePayment()).toMatchObject({ status: 200 })
    expect(await listCustomers()).toEqual(before)
  })

  it('that was deleted there is replaced only once by concurrent requests, with one new attempt', async () => {
    await preparePayment()
    await deleteCustomerAtProvider()
    const { customers: stripeCustomers } = testSite.stripe
    const create = stripeCustomers.create.bind(stripeCustomers)
    const bothArrived = Promise.withResolvers<void>()
    let arrivedCount = 0
    const ids = new Set<string>()
    vi.spyOn(stripeCustomers, 'create').mockImplementation(async (params, options) => {
      if (++arrivedCount === 2) bothArrived.resolve()
      await bothArrived.promise
      const customer = await create(params as object, options)
      ids.add(customer.id)
      return customer
    })
    const customers = await Promise.all([1, 2].map(() => findOrCreateCustomer(testSite.context, me)))
    expect(customers[0]).toEqual(customers[1])
    expect([...ids]).toEqual([customers[0]?.customerId])
    expect(await listCustomers()).toEqual([{ side: 'sandbox', id: customers[0]?.customerId, attempt: 2 }])
  })

  it('that was deleted there doesn’t affect the user’s customer in another payment account', async () => {
    await preparePayment()
    await sql`
      insert into billing_customers (user_id, side, customer_id) values (${me}, 'test:acct_2', 'cus_far')`.execute(
      testSite.db,
    )
    await deleteCustomerAtProvider()
    expect(await preparePayment()).toMatchObject({ status: 200 })
    expect((await listCustomers())[1]).toEqual({ side: 'test:acct_2', id: 'cus_far', attempt: 1 })
  })
})

describe('setting up a card', () => {
  it('is limited for each member, because Stripe checks a card without asking this site', async () => {
    const limited = { ...testSite.context, limits: createLimits(testSite.db) }
    const begin = (userId: string) => preparePayment(limited, userId)
    for (let count = 0; count < setupsPerHour.points; count++) await begin(me)
    await expect(begin(me)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await begin(await testSite.addMember())).toMatchObject({ provider: 'sandbox' })
  })
})
