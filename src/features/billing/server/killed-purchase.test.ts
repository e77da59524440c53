import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { createKilledApp } from '#test/killed-app.ts'

let testSite: BillingSite
beforeAll(async () => {
  testSite = await createBillingSite(new Date().toISOString())
  // Webhooks are dropped, so only a retry can complete a purchase.
  testSite.deliveryFaults.isDropped = true
})
afterAll(() => testSite.close())

/** Subscribes on a server that is killed after SQL statement number `at`. Returns true if it responded before that. */
async function subscribeOnKilledServer(userId: string, key: string, at: number): Promise<boolean> {
  const { connection, context } = testSite
  const server = createKilledApp({ connection, when: 'after', at, site: { payments: context.payments } })
  const headers = { ...(await testSite.headersOf(userId)), 'idempotency-key': key }
  const response = await server.request('/api/subscription/create', headers, { paymentMethodId: 'pm_card_visa' })
  return response !== null
}

it('wherever a server is killed during a purchase, a retry leads to one subscription and one grant', async () => {
  let kills = 0
  // Tests every second statement.
  for (let at = 2; ; at += 2) {
    testSite.setClock(new Date())
    const userId = await testSite.addMember()
    if (await subscribeOnKilledServer(userId, `key-${at}`, at)) break
    kills++
    // By this time, the lease of the killed request has expired.
    testSite.setClock(new Date(Date.now() + 95_000))
    const retry = await testSite.subscribe(userId, 'pm_card_visa', `key-${at}`)
    expect([at, retry.status, retry.body.hasActiveSubscription]).toEqual([at, 200, true])
    const { data } = await testSite.stripe.subscriptions.list()
    expect(data.filter(({ metadata }) => metadata.userId === userId)).toHaveLength(1)
    expect(await testSite.grantedInvoicesOf(userId)).toHaveLength(1)
  }
  // A purchase takes many statements: for the customer, attempt, readings, subscription, invoice, grant and response.
  expect(kills).toBeGreaterThan(8)
})
