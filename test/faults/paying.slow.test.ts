import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { signWebhook } from '#features/sandbox/server/send-webhooks.ts'
import { type BillingSite, createBillingSite, webhookSecret } from '#test/billing-site.ts'
import { failEverywhere } from './fail-everywhere.ts'
import { faultyPostWriteCheck, faultyStripe, installFaults } from './faults.ts'

let testSite: BillingSite
let uninstallFaults: () => void
beforeAll(async () => {
  uninstallFaults = installFaults()
  testSite = await createBillingSite(undefined, {
    wrapClient: faultyStripe,
    site: { afterWrite: faultyPostWriteCheck },
  })
  // The tests send the webhooks themselves, so the sandbox's own webhooks are dropped.
  testSite.deliveryFaults.isDropped = true
})
afterAll(async () => {
  await testSite.close()
  uninstallFaults()
})

const checkInvariants = async () => expect(await findCreditViolations(testSite.db)).toEqual([])

/** Returns the objects of one kind that the provider has stored for a user. */
async function listAtProvider(userId: string, kind: 'subscription' | 'charge' | 'invoice'): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox_objects where kind = ${kind} and customer = (
      select customer_id from billing_customers where user_id = ${userId}) order by number`.execute(testSite.db)
  return rows
}

/** Returns the JSON of the provider's last event of this type about a user. */
async function findEvent(userId: string, type: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select body::text as text from sandbox_events where type = ${type} and body::text like '%' || (
      select customer_id from billing_customers where user_id = ${userId}) || '%' order by number desc limit 1`.execute(
    testSite.db,
  )
  return rows[0]?.text ?? ''
}

const deliver = (text: string) =>
  testSite.request('/api/webhooks/stripe', {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'stripe-signature': signWebhook(text, webhookSecret, new Date()) },
  })

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

describe('with any single failure', () => {
  it('while subscribing, a retry leads to one subscription, one payment and one grant', async () => {
    let number = 0
    const failedCalls = await failEverywhere({
      checkInvariants,
      createSituation: async () => ({ me: await testSite.addMember(), key: `premium-${++number}` }),
      act: ({ me, key }) => testSite.subscribe(me, 'pm_card_visa', key),
      checkState: async ({ me }, { status, body }) => {
        expect(await testSite.grantedInvoicesOf(me)).toHaveLength(status === 200 ? 1 : 0)
        if (status === 200) expect(body).toMatchObject({ hasActiveSubscription: true, requiresAction: null })
      },
      retry: async ({ me, key }) => {
        const { status, body } = await afterLease(() => testSite.subscribe(me, 'pm_card_visa', key))
        expect([status, body]).toMatchObject([200, { hasActiveSubscription: true, requiresAction: null }])
        expect(await testSite.creditsOf(me)).toBe(1000)
        expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
        expect(await listAtProvider(me, 'subscription')).toHaveLength(1)
        expect(await listAtProvider(me, 'charge')).toHaveLength(1)
      },
    })
    expect(failedCalls).toBeGreaterThan(25)
  })

  it('during the webhook of a payment, the next delivery grants the payment’s credits once', async () => {
    await failEverywhere({
      checkInvariants,
      createSituation: async () => {
        // A process charged the member, but died before it could store the payment.
        const me = await testSite.addMember()
        await testSite.request('/api/create-payment-intent', { as: me, method: 'POST' })
        const { customerId: customer } = await testSite.db
          .selectFrom('billingCustomers')
          .select('customerId')
          .where('userId', '=', me)
          .executeTakeFirstOrThrow()
        const method = await testSite.stripe.paymentMethods.attach('pm_card_visa', { customer })
        await testSite.stripe.subscriptions.create({
          customer,
          items: [{ price: 'price_sandbox_premium' }],
          default_payment_method: method.id,
          metadata: { plan: 'premium', userId: me, card: 'pm_card_visa', request: 'died' },
        })
        return { me, text: await findEvent(me, 'invoice.paid') }
      },
      act: ({ text }) => deliver(text),
      retry: async ({ me, text }) => {
        expect((await deliver(text)).status).toBe(200)
        expect(await testSite.grantedInvoicesOf(me)).toHaveLength(1)
      },
    })
  })

  it('during the webhook of a refund, the next delivery takes back the refunded payment’s credits once', async () => {
    await failEverywhere({
      checkInvariants,
      createSituation: async () => {
        const me = await testSite.addMember()
        await testSite.subscribe(me)
        await testSite.request('/api/user/credits/decrease', { as: me, method: 'POST', json: { amount: 100 } })
        const [charge] = await listAtProvider(me, 'charge')
        await testSite.stripe.refunds.create({ charge: charge?.id ?? '' })
        return { me, text: await findEvent(me, 'charge.refunded') }
      },
      act: ({ text }) => deliver(text),
      retry: async ({ me, text }) => {
        expect((await deliver(text)).status).toBe(200)
        expect(await testSite.creditsOf(me)).toBe(0)
        const entries = await testSite.db.selectFrom('auditLog').select('action').where('targetId', '=', me).execute()
        expect(entries.filter(({ action }) => action === 'subscription.refund')).toHaveLength(1)
      },
    })
  })
})
