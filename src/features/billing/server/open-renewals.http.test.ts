import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { monthlyCredits } from '#features/credits/rules.ts'
import { newId } from '#platform/ids.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { syncSubscription } from './sync-subscription.ts'

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

const pay = () =>
  testSite.request('/api/subscription/pay', { as: me, method: 'POST', json: { paymentMethodId: 'pm_card_visa' } })

/**
 * Holds payments until `count` of them have found the open invoice. The first payment that continues closes the
 * invoice.
 */
function holdPaymentsUntil(count: number) {
  const attach = testSite.stripe.paymentMethods.attach.bind(testSite.stripe.paymentMethods)
  const allArrived = Promise.withResolvers<void>()
  let arrivedCount = 0
  vi.spyOn(testSite.stripe.paymentMethods, 'attach').mockImplementation(async (...args) => {
    if (++arrivedCount === count) allArrived.resolve()
    await allArrived.promise
    return attach(...args)
  })
}

async function readOwnSubscription() {
  const { data } = await testSite.stripe.subscriptions.list()
  const subscription = data.find(({ metadata }) => metadata.userId === me)
  if (!subscription) throw new Error('There is no subscription.')
  return subscription
}

/**
 * Subscribes the member and makes the first renewal fail. Leaves the clock an hour past the renewal. Returns the
 * subscription's id.
 */
async function failRenewal(): Promise<string> {
  await testSite.subscribe(me)
  const { id, customer } = await readOwnSubscription()
  const failingCard = await testSite.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: String(customer),
  })
  await testSite.stripe.subscriptions.update(id, { default_payment_method: failingCard.id })
  testSite.setClock('2026-12-20T13:00:00.000Z')
  expect(await testSite.status(me)).toMatchObject({ status: 'past_due' })
  return id
}

/** Sets the status of a subscription at the provider and on the site. */
async function setStatus(id: string, status: string) {
  await sql`
    update sandbox_objects set body = jsonb_set(body, '{status}', to_jsonb(${status}::text)) where id = ${id}`.execute(
    testSite.db,
  )
  await sql`update billing_subscriptions set status = ${status} where id = ${id}`.execute(testSite.db)
}

type InvoiceRow = { id: string; subscription: string; userId?: string; side?: string; status?: string; end?: string }

async function addInvoice({ id, subscription, userId = me, side = 'sandbox', status = 'open', end }: InvoiceRow) {
  const [from, to] = [new Date('2025-01-20T12:00:00.000Z'), new Date(end ?? '2029-01-20T12:00:00.000Z')]
  await sql`
    insert into billing_invoices (user_id, id, side, subscription_id, status, amount, currency, period_start, period_end,
      created_at, reading)
    values (${userId}, ${id}, ${side}, ${subscription}, ${status}, 900, 'usd', ${from}, ${to}, ${from}, 1)`.execute(
    testSite.db,
  )
}

const listActions = async () => {
  const entries = await testSite.db
    .selectFrom('auditLog')
    .select('action')
    .where('targetId', '=', me)
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}

describe('POST /api/subscription/pay', () => {
  it('pays once for concurrent requests from several tabs, and reports the payment to each', async () => {
    await failRenewal()
    const before = (await testSite.stripe.invoices.list()).data.filter(({ status }) => status === 'paid').length
    holdPaymentsUntil(3)
    const responses = await Promise.all([pay(), pay(), pay()])
    for (const response of responses) expect(response).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await testSite.stripe.invoices.list()).data.filter(({ status }) => status === 'paid')).toHaveLength(
      before + 1,
    )
    expect(await testSite.creditsOf(me)).toBe(monthlyCredits.premium)
  })

  it('pays the newest open invoice of the user’s subscription in this payment account, and no other', async () => {
    const subscription = await failRenewal()
    const openInvoice = String((await readOwnSubscription()).latest_invoice)
    await addInvoice({ id: 'in_older', subscription, end: '2026-02-20T12:00:00.000Z' })
    await addInvoice({ id: 'in_void', subscription, status: 'void' })
    await addInvoice({ id: 'in_elsewhere', subscription, side: 'test:acct_2' })
    await addInvoice({ id: 'in_other', subscription: 'sub_other' })
    await addInvoice({ id: 'in_stranger', subscription, userId: newId() })
    const payInvoice = vi.spyOn(testSite.stripe.invoices, 'pay')
    expect(await pay()).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(payInvoice.mock.calls.map(([id]) => id)).toEqual([openInvoice])
  })

  it('pays the renewal of a subscription that the provider no longer tries to charge', async () => {
    await setStatus(await failRenewal(), 'unpaid')
    expect(await pay()).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(await testSite.creditsOf(me)).toBe(monthlyCredits.premium)
  })

  it('keeps the card of the subscription until the new one has paid', async () => {
    const id = await failRenewal()
    const { default_payment_method: oldCard } = await readOwnSubscription()
    const decline = (error: object) => {
      const failure = Object.assign(new Error('Declined.'), { type: 'StripeCardError', ...error })
      vi.spyOn(testSite.stripe.invoices, 'pay').mockRejectedValueOnce(failure)
    }
    for (const code of ['invoice_payment_intent_requires_action', 'authentication_required']) {
      decline({ code, decline_code: 'authentication_required' })
      const error = expect.stringContaining('Your bank wants you to confirm this payment.')
      expect(await pay()).toMatchObject({ status: 402, body: { error } })
    }
    decline({ code: 'card_declined', decline_code: 'generic_decline' })
    expect(await pay()).toMatchObject({ status: 402, body: { error: expect.stringContaining('was declined') } })
    expect((await readOwnSubscription()).default_payment_method).toBe(oldCard)
    await testSite.runJobs({ includingNotDue: true })
    // Changing the card fails at first, which neither undoes the payment nor loses the card.
    const change = vi
      .spyOn(testSite.stripe.subscriptions, 'update')
      .mockRejectedValueOnce(new Error('The provider is away.'))
    expect(await pay()).toMatchObject({ status: 200, body: { status: 'active' } })
    await testSite.runJobs({ includingNotDue: true })
    expect(change).toHaveBeenCalledTimes(2)
    expect((await testSite.stripe.subscriptions.retrieve(id)).default_payment_method).not.toBe(oldCard)
  })

  it('returns 409 and adds no card if a renewal is unpaid but no invoice is open', async () => {
    await failRenewal()
    await sql`update billing_invoices set status = 'void' where user_id = ${me} and status = 'open'`.execute(
      testSite.db,
    )
    const attachCard = vi.spyOn(testSite.stripe.paymentMethods, 'attach')
    expect(await pay()).toMatchObject({ status: 409, body: { error: 'No payment is open.' } })
    expect(attachCard).not.toHaveBeenCalled()
  })

  it('returns 409 and adds no card if an invoice is open but no renewal is unpaid', async () => {
    await testSite.subscribe(me)
    await addInvoice({ id: 'in_open', subscription: (await readOwnSubscription()).id })
    const attachCard = vi.spyOn(testSite.stripe.paymentMethods, 'attach')
    expect(await pay()).toMatchObject({ status: 409, body: { error: 'No payment is open.' } })
    expect(attachCard).not.toHaveBeenCalled()
  })
})

describe('canceling or resuming a subscription', () => {
  it('sends one request to the provider and writes one audit log entry, however often it is repeated', async () => {
    await testSite.subscribe(me)
    const update = vi.spyOn(testSite.stripe.subscriptions, 'update')
    for (const action of ['resume', 'cancel', 'cancel', 'resume', 'resume'] as const) {
      expect(await testSite.changeSubscription(me, action)).toMatchObject({ status: 200 })
    }
    expect(update).toHaveBeenCalledTimes(2)
    expect(await listActions()).toEqual(['subscription.create', 'subscription.cancel', 'subscription.resume'])
  })

  it('works for a cancellation in the customer portal, which sets a date instead of `cancel_at_period_end`', async () => {
    await testSite.subscribe(me)
    const { id, items } = await readOwnSubscription()
    const cancelInPortal = async () => {
      await testSite.stripe.subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 })
      await syncSubscription(testSite.context, id)
      expect(await testSite.status(me)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    }
    await cancelInPortal()
    expect(await testSite.changeSubscription(me, 'resume')).toMatchObject({ body: { cancelAtPeriodEnd: false } })
    expect(await readOwnSubscription()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    const inTwoPeriods = (items.data[0]?.current_period_end ?? 0) + 31 * 86_400
    await testSite.stripe.subscriptions.update(id, { cancel_at: inTwoPeriods })
    await syncSubscription(testSite.context, id)
    expect(await testSite.status(me)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    await cancelInPortal()
    testSite.setClock('2026-12-20T13:00:00.000Z')
    expect(await testSite.status(me)).toMatchObject({ status: 'canceled' })
  })

  it.each(['past_due', 'unpaid'])('canceling a subscription that is %s ends it immediately', async (status) => {
    const id = await failRenewal()
    await setStatus(id, status)
    expect(await testSite.changeSubscription(me, 'cancel')).toMatchObject({ status: 200, body: { status: 'canceled' } })
    expect((await readOwnSubscription()).status).toBe('canceled')
  })

  it('in the days of grace grants the free month that had no credits yet', async () => {
    await failRenewal()
    // The paid period ended on December 20, so December's free credits weren't granted.
    expect(await testSite.creditsOf(me)).toBe(0)
    await testSite.changeSubscription(me, 'cancel')
    expect(await testSite.creditsOf(me)).toBe(monthlyCredits.free)
  })

  it('while the subscription is gone at the provider grants the free month, too', async () => {
    const id = await failRenewal()
    expect(await testSite.creditsOf(me)).toBe(0)
    await sql`delete from sandbox_objects where id = ${id}`.execute(testSite.db)
    expect(await testSite.changeSubscription(me, 'cancel')).toMatchObject({ status: 409 })
    expect(await testSite.creditsOf(me)).toBe(monthlyCredits.free)
  })

  it('returns 409 and changes nothing while the subscription waits for its first payment', async () => {
    await testSite.subscribe(me, 'pm_card_authenticationRequired')
    for (const action of ['cancel', 'resume'] as const) {
      expect(await testSite.changeSubscription(me, action)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
    expect(await readOwnSubscription()).toMatchObject({ status: 'incomplete', cancel_at_period_end: false })
  })

  it('returns 503 and changes nothing if the provider can’t be reached', async () => {
    await testSite.subscribe(me)
    const unreachable = Object.assign(new Error('No connection.'), { type: 'StripeConnectionError' })
    vi.spyOn(testSite.stripe.subscriptions, 'update').mockRejectedValueOnce(unreachable)
    expect(await testSite.changeSubscription(me, 'cancel')).toMatchObject({
      status: 503,
      body: { code: 'provider_unavailable' },
    })
    expect(await testSite.status(me)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  })
})
