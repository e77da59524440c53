import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { billingContract } from '../contract.ts'
import type { Billing } from './billing-context.ts'
import { confirmPayment } from './confirm-payment.ts'
import { findBillingViolations } from './violation-queries.ts'

let testSite: BillingSite
let me: string
beforeAll(async () => {
  testSite = await createBillingSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  testSite.setClock('2026-11-20T12:00:00.000Z')
  testSite.deliveryFaults.isDropped = false
  me = await testSite.addMember()
})

const free = {
  hasActiveSubscription: false,
  plan: 'free',
  status: 'none',
  cancelAtPeriodEnd: false,
  monthlyCredits: 30,
}
const premium = { hasActiveSubscription: true, plan: 'premium', status: 'active', monthlyCredits: 1000 }

describe('GET /api/subscription/status', () => {
  it('reports no subscription to a user who never had one', async () => {
    expect(await testSite.status(me)).toEqual({ ...free, currentPeriodEnd: null, provider: 'sandbox' })
  })
})

describe('without a session', () => {
  it.each([
    ['GET', 'status'],
    ['GET', 'invoices'],
    ['POST', 'cancel'],
    ['POST', 'resume'],
    ['POST', 'portal'],
  ])('%s /api/subscription/%s returns 401', async (method, action) => {
    expect(await testSite.request(`/api/subscription/${action}`, { method })).toMatchObject({
      status: 401,
      body: { code: 'authentication_required' },
    })
  })
})

describe('POST /api/create-payment-intent', () => {
  describe('returns a secret for the card form, given the body', () => {
    it.each([undefined, { purpose: 'subscription' }])('%o', async (json) => {
      const response = await testSite.request('/api/create-payment-intent', { as: me, method: 'POST', json })
      expect(response).toMatchObject({ status: 200, body: { publishableKey: 'pk_sandbox', provider: 'sandbox' } })
      expect(response.body.clientSecret).toMatch(/^seti_.+_secret_/)
      expect(await testSite.creditsOf(me)).toBe(30)
    })
  })
})

describe('POST /api/subscription/create', () => {
  it('responds after the grant: Premium until the end of the paid month, and 1000 credits', async () => {
    expect(await testSite.subscribe(me)).toMatchObject({
      status: 200,
      body: { ...premium, requiresAction: null, currentPeriodEnd: '2026-12-20T12:00:00.000Z' },
    })
    expect(await testSite.creditsOf(me)).toBe(1000)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('keeps credits that an admin gave earlier', async () => {
    const admin = await testSite.addUser(`boss_${me.slice(-6)}`, 'admin')
    const json = { amount: 5, reason: 'For a good report' }
    await testSite.request(`/api/admin/users/${me}/credits`, { as: admin, method: 'POST', json })
    await testSite.subscribe(me)
    expect(await testSite.creditsOf(me)).toBe(1005)
  })

  it.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    'a declined card (%s) changes nothing',
    async (card) => {
      expect(await testSite.subscribe(me, card)).toMatchObject({ status: 402, body: { code: 'card_declined' } })
      await testSite.sandbox.settle()
      expect(await testSite.status(me)).toMatchObject(free)
      expect(await testSite.creditsOf(me)).toBe(30)
      expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    },
  )

  it('refuses a declined card again for the same Idempotency-Key, and accepts another card with a new key', async () => {
    expect((await testSite.subscribe(me, 'pm_card_chargeCustomerFail', 'one')).status).toBe(402)
    expect((await testSite.subscribe(me, 'pm_card_chargeCustomerFail', 'one')).status).toBe(402)
    expect((await testSite.subscribe(me, 'pm_card_visa', 'two')).status).toBe(200)
  })

  it('completes with a card that needs a confirmation once the user confirms and calls again', async () => {
    const card = 'pm_card_authenticationRequired'
    const firstResponse = await testSite.subscribe(me, card, 'confirm-me')
    expect(firstResponse).toMatchObject({ status: 200, body: { hasActiveSubscription: false, status: 'none' } })
    const { clientSecret } = firstResponse.body.requiresAction
    expect((await testSite.subscribe(me, card, 'confirm-me')).body.requiresAction).toEqual({ clientSecret })
    expect(await testSite.creditsOf(me)).toBe(30)
    const confirm = { as: me, method: 'POST', json: { clientSecret } }
    expect(await testSite.request('/api/subscription/confirm', confirm)).toMatchObject({ status: 200, body: premium })
    expect(await testSite.subscribe(me, card, 'confirm-me')).toMatchObject({
      status: 200,
      body: { ...premium, requiresAction: null },
    })
    expect(await testSite.creditsOf(me)).toBe(1000)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('repeated confirmations pay once, and each response reports the payment', async () => {
    const { body } = await testSite.subscribe(me, 'pm_card_authenticationRequired')
    const confirm = { as: me, method: 'POST', json: body.requiresAction }
    const responses = await Promise.all([1, 2, 3].map(() => testSite.request('/api/subscription/confirm', confirm)))
    for (const response of responses) expect(response).toMatchObject({ status: 200, body: premium })
    expect(await testSite.creditsOf(me)).toBe(1000)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('another card can replace one whose payment waits for a confirmation', async () => {
    await testSite.subscribe(me, 'pm_card_authenticationRequired', 'a')
    expect(await testSite.subscribe(me, 'pm_card_visa', 'b')).toMatchObject({ status: 200, body: premium })
    const { data } = await testSite.stripe.subscriptions.list({ status: 'all' })
    expect(data.filter(({ metadata, status }) => metadata.userId === me && status === 'active')).toHaveLength(1)
  })

  it('a user can’t confirm another user’s payment', async () => {
    const { body } = await testSite.subscribe(me, 'pm_card_authenticationRequired')
    const otherUser = await testSite.addMember()
    await testSite.subscribe(otherUser, 'pm_card_authenticationRequired')
    const json = body.requiresAction
    expect(await testSite.request('/api/subscription/confirm', { as: otherUser, method: 'POST', json })).toMatchObject({
      status: 404,
    })
  })

  it('returns 409 and charges nothing while a subscription is active', async () => {
    await testSite.subscribe(me)
    expect(await testSite.subscribe(me, 'pm_card_mastercard')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
    const { data } = await testSite.stripe.subscriptions.list({ status: 'all' })
    expect(data.filter(({ metadata }) => metadata.userId === me)).toHaveLength(1)
  })

  it('a double click buys once, even without an Idempotency-Key', async () => {
    const responses = await Promise.all([testSite.subscribe(me), testSite.subscribe(me), testSite.subscribe(me)])
    for (const { status } of responses) expect([200, 409]).toContain(status)
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    const { data } = await testSite.stripe.subscriptions.list({ status: 'all' })
    expect(data.filter(({ metadata }) => metadata.userId === me)).toHaveLength(1)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('two tabs with two cards buy once', async () => {
    const cards = ['pm_card_visa', 'pm_card_mastercard']
    await Promise.all(cards.map((card) => testSite.subscribe(me, card, card)))
    const { data } = await testSite.stripe.subscriptions.list({ status: 'all' })
    expect(data.filter(({ metadata, status }) => metadata.userId === me && status === 'active')).toHaveLength(1)
    expect(await testSite.status(me)).toMatchObject(premium)
  })

  it.each([{}, { paymentMethodId: '4242424242424242' }, { paymentMethodId: 7 }])(
    'refuses the body %o',
    async (json) => {
      expect(await testSite.request('/api/subscription/create', { as: me, method: 'POST', json })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', fields: { paymentMethodId: expect.stringContaining('paymentMethodId') } },
      })
    },
  )

  it('refuses a card that the provider doesn’t know', async () => {
    expect(await testSite.subscribe(me, 'pm_made_up')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  it('ignores price, amount and user in the body', async () => {
    const otherUser = await testSite.addMember()
    const json = {
      paymentMethodId: 'pm_card_visa',
      amount: 1,
      price: 'price_free',
      userId: otherUser,
      credits: 1_000_000,
    }
    await testSite.request('/api/subscription/create', { as: me, method: 'POST', json })
    expect(await testSite.status(otherUser)).toMatchObject(free)
    expect(await testSite.creditsOf(me)).toBe(1000)
    const { body } = await testSite.request('/api/subscription/invoices', { as: me })
    expect(body).toMatchObject({ total: 1, items: [{ status: 'paid', amount: 900, currency: 'usd' }] })
  })
})

describe('actions that only one of the two providers offers', () => {
  it('only Stripe has a customer portal', async () => {
    expect(await testSite.request('/api/subscription/portal', { as: me, method: 'POST' })).toMatchObject({
      status: 404,
    })
  })

  it('only the sandbox confirms a payment with a click', async () => {
    const { body } = await testSite.subscribe(me, 'pm_card_authenticationRequired')
    const stripeBilling: Billing = {
      ...testSite.context,
      payments: { ...testSite.context.payments, provider: 'stripe' },
    }
    await expect(confirmPayment(stripeBilling, me, body.requiresAction.clientSecret)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('cancel and resume', () => {
  it('both return 409 without a subscription', async () => {
    for (const action of ['cancel', 'resume'] as const) {
      expect(await testSite.changeSubscription(me, action)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
  })

  it('a cancellation keeps Premium until the end of the period, and repeating it changes nothing', async () => {
    await testSite.subscribe(me)
    const canceledStatus = { ...premium, cancelAtPeriodEnd: true, currentPeriodEnd: '2026-12-20T12:00:00.000Z' }
    expect((await testSite.changeSubscription(me, 'cancel')).body).toMatchObject(canceledStatus)
    expect((await testSite.changeSubscription(me, 'cancel')).body).toMatchObject(canceledStatus)
    testSite.setClock('2026-12-20T11:59:59.000Z')
    expect(await testSite.status(me)).toMatchObject(canceledStatus)
    testSite.setClock('2026-12-20T12:00:00.000Z')
    expect(await testSite.status(me)).toMatchObject({ ...free, status: 'canceled' })
    expect(await testSite.creditsOf(me)).toBe(30)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
  })

  it('resuming continues the subscription without a second grant', async () => {
    await testSite.subscribe(me)
    await testSite.changeSubscription(me, 'cancel')
    expect((await testSite.changeSubscription(me, 'resume')).body).toMatchObject({
      ...premium,
      cancelAtPeriodEnd: false,
    })
    expect((await testSite.changeSubscription(me, 'resume')).status).toBe(200)
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('after the end of the period, resuming returns 409, and subscribing again leads to a new grant', async () => {
    await testSite.subscribe(me)
    await testSite.changeSubscription(me, 'cancel')
    testSite.setClock('2026-12-21T12:00:00.000Z')
    expect(await testSite.status(me)).toMatchObject({ status: 'canceled' })
    expect(await testSite.changeSubscription(me, 'resume')).toMatchObject({ status: 409 })
    expect(await testSite.subscribe(me)).toMatchObject({ status: 200, body: premium })
    expect(await testSite.grantedInvoicesOf(me)).toHaveLength(2)
  })
})

describe('while payments are off', () => {
  it.each(Object.values(billingContract).map(({ method, path }) => [method.toUpperCase(), path]))(
    '%s %s returns 503',
    async (method, path) => {
      const response = await testSite.withoutPayments.request(path, { method })
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        error: 'Premium can’t be bought on this site. The free plan covers everything else.',
        code: 'provider_unavailable',
      })
    },
  )
})

it('after these tests no invariant is violated', async () => {
  testSite.setClock(new Date())
  expect(await findBillingViolations(testSite.db)).toEqual([])
})
