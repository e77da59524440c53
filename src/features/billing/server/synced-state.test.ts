import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { signWebhook } from '#features/sandbox/server/send-webhooks.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { type BillingSite, createBillingSite, webhookSecret } from '#test/billing-site.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { billingRetention } from './billing-retention.ts'
import { syncCharge } from './sync-charge.ts'
import { readSubscription, storeReading, syncSubscription } from './sync-subscription.ts'
import { findBillingViolations } from './violation-queries.ts'

let testSite: BillingSite
let me: string
beforeAll(async () => {
  testSite = await createBillingSite()
  // Webhooks are dropped, because the tests send them themselves.
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

/** Sends a webhook about a change of this object. */
const sendEvent = (eventId: string, type: string, object: { id: string; object: string }) => {
  const body = JSON.stringify({ id: eventId, object: 'event', type, livemode: false, data: { object } })
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signWebhook(body, webhookSecret, new Date()),
  }
  return testSite.request('/api/webhooks/stripe', { method: 'POST', body, headers })
}

/** Starts and pays a subscription directly at the provider. This site only creates the customer. */
async function buyAtProvider(metadata: Record<string, string>) {
  await testSite.request('/api/create-payment-intent', { as: me, method: 'POST' })
  const { customerId: customer } = await testSite.db
    .selectFrom('billingCustomers')
    .select('customerId')
    .where('userId', '=', me)
    .executeTakeFirstOrThrow()
  const { id: card } = await testSite.stripe.paymentMethods.attach('pm_card_visa', { customer })
  const items = [{ price: 'price_sandbox_premium' }]
  return testSite.stripe.subscriptions.create({ customer, items, default_payment_method: card, metadata })
}

const readSubscriptions = async () => {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from billing_subscriptions where user_id = ${me}`.execute(testSite.db)
  return rows
}
const store = (reading: Parameters<typeof storeReading>[2]) =>
  inTransaction(testSite.db, (tx) => storeReading(tx, testSite.context, reading))

describe('a subscription', () => {
  it('of another plan grants nothing', async () => {
    const { id } = await buyAtProvider({ plan: 'newsletter', userId: me })
    expect(await sendEvent('evt_plan', 'customer.subscription.updated', { id, object: 'subscription' })).toMatchObject({
      status: 200,
    })
    expect(await store(await readSubscription(testSite.context, id))).toBe(false)
    expect(await readSubscriptions()).toEqual([])
    expect(await testSite.creditsOf(me)).toBe(30)
  })

  it('that is a user’s second one is refused, and the error is stored with the event', async () => {
    await testSite.subscribe(me)
    const before = await readSubscriptions()
    const { id } = await buyAtProvider({ plan: 'premium', userId: me })
    expect(
      await sendEvent('evt_second', 'customer.subscription.created', { id, object: 'subscription' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringMatching(/two subscriptions for this user/) },
    })
    expect(await readSubscriptions()).toEqual(before)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
    const { rows } = await sql<{ error: string }>`
      select last_error as error from billing_events where id = 'evt_second' and processed_at is null`.execute(
      testSite.db,
    )
    expect(rows[0]?.error).toMatch(/two subscriptions for this user/)
  })

  it('that is changed within its period grants nothing for the prorations', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 100)
    const [before] = await readSubscriptions()
    const reading = await readSubscription(testSite.context, before?.id ?? '')
    const [invoice] = reading.invoices
    const [line] = invoice?.lines.data ?? []
    for (const parent of ['subscription_item_details', 'invoice_item_details']) {
      const prorations = { ...line, parent: { [parent]: { proration: true } } }
      const id = `in_${parent}_${me}`
      const change = { ...invoice, id, amount_paid: 0, lines: { ...invoice?.lines, data: [prorations] } }
      await store({ ...reading, number: reading.number + 1, invoices: [change as never, ...reading.invoices] })
      const { rows } = await sql`select status from billing_invoices where id = ${id}`.execute(testSite.db)
      expect(rows).toEqual([{ status: 'paid' }])
    }
    expect(await testSite.creditsOf(me)).toBe(900)
    expect(await testSite.grantedInvoicesOf(me)).toEqual([invoice?.id])
    expect(await testSite.status(me)).toMatchObject({ currentPeriodEnd: '2026-12-20T12:00:00.000Z' })
    const violations = await findBillingViolations(testSite.db, testSite.clock())
    expect(violations.map(({ what }) => what)).not.toContain('a paid invoice granted no credits')
  })

  it('with an unknown status causes the database’s error, not the error for a second subscription', async () => {
    const { id } = await buyAtProvider({ plan: 'premium', userId: me })
    const { subscription, ...reading } = await readSubscription(testSite.context, id)
    const unknownStatus = { ...reading, subscription: { ...subscription, status: 'resting' as never } }
    // 23514: the row violates a check constraint.
    await expect(store(unknownStatus)).rejects.toMatchObject({ code: '23514' })
  })

  it('that the provider doesn’t have causes an error, and one with the same id in another account doesn’t change', async () => {
    const userId = newId()
    await sql`
      insert into billing_subscriptions (user_id, id, side, status, cancel_at_period_end, period_end, reading, read_at,
        created_at)
      values (${userId}, 'sub_same', 'test:acct_2', 'active', false, ${testSite.clock()}, 1, ${testSite.clock()},
        ${testSite.clock()})`.execute(testSite.db)
    await expect(syncSubscription(testSite.context, 'sub_same')).rejects.toMatchObject({ code: 'resource_missing' })
    const { rows } = await sql`select status from billing_subscriptions where user_id = ${userId}`.execute(testSite.db)
    expect(rows).toEqual([{ status: 'active' }])
  })
})

describe('a charge at the provider', () => {
  const readReturnedAmounts = async () => {
    const { rows } = await sql<{ returned: number }>`
      select amount_returned as returned from billing_invoices where user_id = ${me}`.execute(testSite.db)
    return rows.map((row) => row.returned)
  }

  it('that paid no invoice is ignored, even when it is refunded', async () => {
    await testSite.subscribe(me)
    const { id } = await testSite.chargeOf(me)
    const charge = await testSite.stripe.charges.retrieve(id)
    const shopCharge = { ...charge, id: `ch_shop_${me}`, payment_intent: `pi_shop_${me}`, amount_refunded: 900 }
    await sql`
      insert into sandbox_objects (id, kind, body) values (${shopCharge.id}, 'charge', ${JSON.stringify(shopCharge)}::jsonb)`.execute(
      testSite.db,
    )
    expect(await sendEvent('evt_shop', 'charge.refunded', { id: shopCharge.id, object: 'charge' })).toMatchObject({
      status: 200,
    })
    expect(await readReturnedAmounts()).toEqual([0])
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it.each([
    ['has no parent', null],
    ['belongs to a quote', { type: 'quote_details', subscription_details: null }],
  ])('that paid an invoice that %s is ignored', async (_, parent) => {
    await testSite.subscribe(me)
    const { id } = await testSite.chargeOf(me)
    await testSite.stripe.refunds.create({ charge: id })
    const { invoices } = testSite.stripe
    const retrieve = invoices.retrieve.bind(invoices)
    vi.spyOn(invoices, 'retrieve').mockImplementationOnce((async (invoice: string) => ({
      ...(await retrieve(invoice)),
      parent,
    })) as never)
    await syncCharge(testSite.context, id)
    expect(await readReturnedAmounts()).toEqual([0])
    await syncCharge(testSite.context, id)
    expect(await readReturnedAmounts()).toEqual([900])
  })
})

describe('events', () => {
  it('are deleted after 30 days', async () => {
    const before = new Date('2026-10-21T12:00:00.000Z')
    await sql`delete from billing_events`.execute(testSite.db)
    for (const [id, ms] of [
      ['older', -1],
      ['as_old', 0],
      ['newer', 1],
    ] as const) {
      await sql`
        insert into billing_events (id, type, object_kind, object_id, received_at)
        values (${id}, 'invoice.paid', 'invoice', 'in_1', ${new Date(before.getTime() + ms)})`.execute(testSite.db)
    }
    await deleteOldData(testSite.db, billingRetention, new Date(before.getTime() + 30 * 86_400_000))
    const { rows } = await sql`select id from billing_events order by received_at`.execute(testSite.db)
    expect(rows).toEqual([{ id: 'as_old' }, { id: 'newer' }])
  })
})
