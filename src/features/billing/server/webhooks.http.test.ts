// This file is long because all its tests share one setup.

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signWebhook } from '#features/sandbox/server/send-webhooks.ts'
import { inTransaction } from '#platform/database/db.ts'
import { writeCursor } from '#platform/paging.ts'
import { type BillingSite, createBillingSite, webhookSecret } from '#test/billing-site.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { readSubscription, storeReading } from './sync-subscription.ts'

let testSite: BillingSite
let me: string
beforeAll(async () => {
  testSite = await createBillingSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  testSite.setClock('2026-11-20T12:00:00.000Z')
  testSite.deliveryFaults.isDropped = false
  testSite.deliveryFaults.times = 1
  testSite.deliveryFaults.isShuffled = false
  me = await testSite.addMember()
})

/** Returns the provider's events about a user, oldest first. */
async function eventsOf(userId: string): Promise<{ type: string; text: string }[]> {
  const { rows } = await sql<{ type: string; text: string }>`
    select type, body::text as text from sandbox_events
    where body::text like '%' || (select customer_id from billing_customers where user_id = ${userId}) || '%'
    order by number`.execute(testSite.db)
  return rows
}

const send = (text: string, signature?: string) =>
  fetch(testSite.webhookAddress, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    body: text,
  })
const sendSigned = (text: string) => send(text, signWebhook(text, webhookSecret, new Date()))

/**
 * Starts and charges a subscription at the provider, but drops all webhooks, as if the site's process had been killed
 * before it stored the subscription.
 */
async function chargeWithoutRecording(userId: string): Promise<void> {
  testSite.deliveryFaults.isDropped = true
  await testSite.request('/api/create-payment-intent', { as: userId, method: 'POST' })
  const { rows } = await sql<{ customer: string }>`
    select customer_id as customer from billing_customers where user_id = ${userId}`.execute(testSite.db)
  const customer = rows[0]?.customer ?? ''
  const method = await testSite.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await testSite.stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_sandbox_premium' }],
    default_payment_method: method.id,
    metadata: { plan: 'premium', userId, card: 'pm_card_visa', request: 'died' },
  })
}

describe('a webhook', () => {
  it('delivered twenty times concurrently grants credits once', async () => {
    await chargeWithoutRecording(me)
    const paidEvent = (await eventsOf(me)).find(({ type }) => type === 'invoice.paid')?.text ?? ''
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendSigned(paidEvent)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('delivered again is handled once: the second time nothing is requested from the provider', async () => {
    await chargeWithoutRecording(me)
    const paidEvent = (await eventsOf(me)).find(({ type }) => type === 'invoice.paid')?.text ?? ''
    let requestCount = 0
    const count = () => void requestCount++
    testSite.stripe.on('request', count)
    try {
      expect((await sendSigned(paidEvent)).status).toBe(200)
      expect(requestCount).toBeGreaterThan(0)
      requestCount = 0
      expect((await sendSigned(paidEvent)).status).toBe(200)
      expect(requestCount).toBe(0)
    } finally {
      testSite.stripe.off('request', count)
    }
    const id = (JSON.parse(paidEvent) as { id: string }).id
    const { rows } = await sql`select attempts from billing_events where id = ${id}`.execute(testSite.db)
    expect(rows).toEqual([{ attempts: 2 }])
  })

  it('and another one about the same payment grant credits once', async () => {
    await chargeWithoutRecording(me)
    for (const { type, text } of await eventsOf(me))
      if (/^invoice\.(paid|payment_succeeded)$/.test(type)) await sendSigned(text)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('delivered in the wrong order, or with an old state, stores the provider’s current state', async () => {
    await testSite.subscribe(me)
    await testSite.changeSubscription(me, 'cancel')
    await testSite.changeSubscription(me, 'resume')
    for (const { text } of (await eventsOf(me)).reverse()) expect((await sendSigned(text)).status).toBe(200)
    expect(await testSite.status(me)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })

  it('about an unknown subscription fails, and one about another kind of object is accepted', async () => {
    const event = { id: 'evt_foreign', object: 'event', type: 'customer.subscription.updated' }
    const text = JSON.stringify({ ...event, data: { object: { id: 'sub_foreign', object: 'subscription' } } })
    expect((await sendSigned(text)).status).toBe(500)
    expect(
      (await sendSigned('{"id":"evt_other","object":"event","type":"person.created","data":{"object":{}}}')).status,
    ).toBe(200)
  })

  it('counts only with a recent signature of its body', async () => {
    await chargeWithoutRecording(me)
    const [{ text } = { text: '' }] = await eventsOf(me)
    const now = new Date()
    const invalidRequests = [
      send(text),
      send(text, 't=1,v1=00'),
      send(text, signWebhook(text, 'whsec_other', now)),
      send(text, signWebhook(text, webhookSecret, new Date(now.getTime() - 301_000))),
      send(text.replace('event', 'evenT'), signWebhook(text, webhookSecret, now)),
    ]
    for (const response of await Promise.all(invalidRequests)) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_signature' })
    }
    const { rows } = await sql`select from billing_events where ${text} like '%' || id || '%'`.execute(testSite.db)
    expect(rows).toHaveLength(0)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(0)
  })
})

describe('the list of invoices', () => {
  it('has each invoice on exactly one page, even if several periods end at the same time', async () => {
    const ids = ['in_a', 'in_b', 'in_c', 'in_d', 'in_e']
    for (const id of ids) {
      const [start, end] = [new Date('2026-11-20T12:00:00.000Z'), new Date('2026-12-20T12:00:00.000Z')]
      await sql`
        insert into billing_invoices (user_id, id, side, subscription_id, status, amount, currency, period_start,
          period_end, created_at, reading)
        values (${me}, ${id}, 'sandbox', 'sub_old', 'open', 900, 'usd', ${start}, ${end}, ${start}, 1)`.execute(
        testSite.db,
      )
    }
    const shownIds: string[] = []
    let cursor = ''
    do {
      const { body } = await testSite.request(`/api/subscription/invoices?limit=2${cursor}`, { as: me })
      shownIds.push(...body.items.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor && `&cursor=${body.nextCursor}`
    } while (cursor)
    expect(shownIds).toEqual(ids.toReversed())
  })

  it('refuses a forged cursor', async () => {
    for (const key of ['nonsense', '2026-13-20T12:00:00.000Z in_a', '2026-12-20T12:00:00.000Z']) {
      const cursor = writeCursor('invoices', { key, id: me })
      expect(await testSite.request(`/api/subscription/invoices?cursor=${cursor}`, { as: me })).toMatchObject({
        status: 400,
        body: { fields: { cursor: expect.any(String) } },
      })
    }
  })
})

describe('a purchase whose process was killed after the charge and before the grant', () => {
  it('is completed only once by the hourly reconciliation', async () => {
    await chargeWithoutRecording(me)
    expect(await testSite.status(me)).toMatchObject({ hasActiveSubscription: false })
    for (let time = 0; time < 2; time++) {
      await reconcilePayments(testSite.context)
      await testSite.runJobs()
    }
    expect(await testSite.status(me)).toMatchObject({ hasActiveSubscription: true })
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })
})

describe('a renewal', () => {
  /** Makes the next payments of this user fail. Returns the id of their subscription. */
  async function breakCard(userId: string): Promise<string> {
    const { data } = await testSite.stripe.subscriptions.list()
    const { id, customer } = data.find(({ metadata }) => metadata.userId === userId) ?? { id: '', customer: '' }
    const method = await testSite.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: String(customer),
    })
    await testSite.stripe.subscriptions.update(id, { default_payment_method: method.id })
    return id
  }

  it('that is paid sets the balance to 1000 again', async () => {
    await testSite.subscribe(me)
    await testSite.request('/api/user/credits/decrease', { as: me, method: 'POST', json: { amount: 100 } })
    testSite.setClock('2026-12-20T12:00:01.000Z')
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(1000)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(2)
    expect((await testSite.status(me)).currentPeriodEnd).toBe('2027-01-20T12:00:00.000Z')
  })

  it('keeps the day of the month: 31 January, 28 February, 31 March', async () => {
    testSite.setClock('2027-01-31T09:00:00.000Z')
    await testSite.subscribe(me)
    const ends = []
    for (const day of ['2027-02-28', '2027-03-31', '2027-04-30']) {
      ends.push((await testSite.status(me)).currentPeriodEnd.slice(0, 10))
      testSite.setClock(`${day}T09:00:00.000Z`)
      await testSite.sandbox.settle()
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('whose webhooks were lost is processed when the status is read, with the current month’s grant', async () => {
    await testSite.subscribe(me)
    testSite.deliveryFaults.isDropped = true
    testSite.setClock('2027-02-25T12:00:00.000Z')
    expect(await testSite.status(me)).toMatchObject({ status: 'active', currentPeriodEnd: '2027-03-20T12:00:00.000Z' })
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('that fails keeps Premium for 7 days after the paid period, without new credits', async () => {
    await testSite.subscribe(me)
    await breakCard(me)
    testSite.setClock('2026-12-20T13:00:00.000Z')
    await testSite.sandbox.settle()
    const pastDue = { status: 'past_due', currentPeriodEnd: '2026-12-20T12:00:00.000Z' }
    expect(await testSite.status(me)).toMatchObject({ ...pastDue, hasActiveSubscription: true })
    expect(await testSite.creditsOf(me)).toBe(0)
    testSite.setClock('2026-12-27T11:59:59.000Z')
    expect(await testSite.status(me)).toMatchObject({ ...pastDue, hasActiveSubscription: true })
    testSite.setClock('2026-12-27T12:00:00.000Z')
    expect(await testSite.status(me)).toMatchObject({ hasActiveSubscription: false, plan: 'free' })
    expect(await testSite.creditsOf(me)).toBe(30)
    await testSite.sandbox.settle()
    expect(await testSite.status(me)).toMatchObject({ status: 'canceled', hasActiveSubscription: false })
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('that fails isn’t tried again after the user cancels, and Premium ends immediately', async () => {
    await testSite.subscribe(me)
    await breakCard(me)
    testSite.setClock('2026-12-20T13:00:00.000Z')
    await testSite.sandbox.settle()
    expect((await testSite.changeSubscription(me, 'cancel')).body).toMatchObject({
      status: 'canceled',
      hasActiveSubscription: false,
    })
    expect(await testSite.changeSubscription(me, 'cancel')).toMatchObject({ status: 409 })
    const { body } = await testSite.request('/api/subscription/invoices', { as: me })
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(['paid'])
  })

  it('stays paid if a reading from before the payment is stored afterwards', async () => {
    await testSite.subscribe(me)
    const id = await breakCard(me)
    testSite.setClock('2026-12-22T12:00:00.000Z')
    await testSite.sandbox.settle()
    const earlyReading = await readSubscription(testSite.context, id)
    expect(earlyReading.subscription.status).toBe('past_due')
    const json = { paymentMethodId: 'pm_card_visa' }
    await testSite.request('/api/subscription/pay', { as: me, method: 'POST', json })
    await inTransaction(testSite.db, (tx) => storeReading(tx, testSite.context, earlyReading))
    const { rows } = await sql`
      select s.status, i.status as invoice from billing_subscriptions s
      join billing_invoices i on i.subscription_id = s.id where s.id = ${id} order by i.period_end`.execute(testSite.db)
    expect(rows).toEqual([
      { status: 'active', invoice: 'paid' },
      { status: 'active', invoice: 'paid' },
    ])
  })

  it('that fails grants its credits once it is paid with another card', async () => {
    await testSite.subscribe(me)
    await breakCard(me)
    testSite.setClock('2026-12-22T12:00:00.000Z')
    await testSite.sandbox.settle()
    const pay = (paymentMethodId: string) =>
      testSite.request('/api/subscription/pay', { as: me, method: 'POST', json: { paymentMethodId } })
    expect(await pay('pm_card_chargeCustomerFail')).toMatchObject({ status: 402, body: { code: 'card_declined' } })
    expect(await testSite.creditsOf(me)).toBe(0)
    expect(await pay('pm_card_visa')).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(await testSite.creditsOf(me)).toBe(1000)
    expect(await pay('pm_card_visa')).toMatchObject({ status: 409 })
  })
})

describe('returned money', () => {
  async function chargeOf(userId: string): Promise<{ id: string }> {
    const { rows } = await sql<{ id: string }>`
      select id from sandbox_objects where kind = 'charge' and customer = (
        select customer_id from billing_customers where user_id = ${userId})`.execute(testSite.db)
    return rows[0] as { id: string }
  }
  const listEntries = async () => (await testSite.request('/api/user/credits/history', { as: me })).body.items

  it('takes back the credits that are left, and records how many were due and how many were taken', async () => {
    await testSite.subscribe(me)
    await testSite.request('/api/user/credits/decrease', { as: me, method: 'POST', json: { amount: 100 } })
    await testSite.stripe.refunds.create({ charge: (await chargeOf(me)).id })
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(0)
    expect((await listEntries())[0]).toMatchObject({
      amount: -900,
      kind: 'expiry',
      reason: 'Payment refunded or disputed',
    })
    const { rows } = await sql`
      select amount_returned, credits_due, credits_taken from billing_invoices where user_id = ${me}`.execute(
      testSite.db,
    )
    expect(rows).toEqual([{ amountReturned: 900, creditsDue: 1000, creditsTaken: 900 }])
    const auditEntries = await testSite.db.selectFrom('auditLog').select('action').where('targetId', '=', me).execute()
    expect(auditEntries.map(({ action }) => action)).toContain('subscription.refund')
  })

  it('in two halves takes half of the credits each time, however often it is reported', async () => {
    await testSite.subscribe(me)
    testSite.deliveryFaults.times = 3
    const { id } = await chargeOf(me)
    await testSite.stripe.refunds.create({ charge: id, amount: 450 })
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(500)
    await testSite.stripe.refunds.create({ charge: id, amount: 450 })
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('of a payment that isn’t known yet leaves no credits of that payment', async () => {
    await chargeWithoutRecording(me)
    await testSite.stripe.refunds.create({ charge: (await chargeOf(me)).id })
    const refundEvent = (await eventsOf(me)).find(({ type }) => type === 'charge.refunded')?.text ?? ''
    await sendSigned(refundEvent)
    for (const { text } of await eventsOf(me)) await sendSigned(text)
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('through a dispute also takes the credits, and no later webhook grants them again', async () => {
    await testSite.subscribe(me, 'pm_card_createDispute')
    await testSite.sandbox.settle()
    for (const { text } of await eventsOf(me)) await sendSigned(text)
    expect(await testSite.creditsOf(me)).toBe(0)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })
})

it('an account that is deleted while subscribed never pays again', async () => {
  const person = await signUp(testSite, 'leaver')
  const headers = { cookie: person.cookie }
  const json = { paymentMethodId: 'pm_card_visa' }
  expect((await testSite.request('/api/subscription/create', { method: 'POST', headers, json })).status).toBe(200)
  const before = (await testSite.stripe.subscriptions.list()).data.length
  const deletion = { method: 'DELETE', headers, json: { password: goodPassword } }
  expect((await testSite.request('/api/user', deletion)).status).toBe(204)
  await testSite.runJobs()
  await testSite.sandbox.settle()
  const { data } = await testSite.stripe.subscriptions.list()
  expect(data.length).toBe(before)
  expect(data[0]).toMatchObject({ status: 'canceled' })
})
