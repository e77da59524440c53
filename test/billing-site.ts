import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Billing, Payments } from '#features/billing/server/billing-context.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import { sandboxPrice } from '#features/sandbox/rules.ts'
import { openDispute } from '#features/sandbox/server/dispute-charge.ts'
import { openStore } from '#features/sandbox/server/sandbox-store.ts'
import { type Sandbox, startSandbox } from '#features/sandbox/server/start-sandbox.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { creditContext } from '#server/feature-contexts.ts'
import { type DeliveryFaults, faultyDelivery } from './faulty-delivery.ts'
import { createTestServices } from './test-services.ts'
import { createTestSite, type TestAppOptions } from './test-site.ts'

export const webhookSecret = 'whsec_story'
export const secretKey = 'sk_sandbox_story'

export type BillingSite = Awaited<ReturnType<typeof createBillingSite>>

/**
 * A test site with payments, whose sandbox sends webhooks to the app over HTTP. The test sets the clock of both, which
 * begins at `start`. `wrapClient` may replace the app's client for the payment provider. `site`: further options of the
 * app. In the result's functions, `as` is the id of the user who makes the request.
 */
export async function createBillingSite(
  start = '2026-11-20T12:00:00.000Z',
  { wrapClient = (stripe) => stripe, site }: { wrapClient?: (stripe: Stripe) => Stripe; site?: TestAppOptions } = {},
) {
  let now = new Date(start)
  const openedSandbox = Promise.withResolvers<Sandbox>()
  let client: Promise<Stripe> | undefined
  const connect = () => {
    client ??= openedSandbox.promise.then(({ port }) =>
      connectStripe({ secretKey, host: { host: '127.0.0.1', port, protocol: 'http' } }).then(wrapClient),
    )
    return client
  }
  const payments: Payments = {
    provider: 'sandbox',
    account: 'sandbox',
    publishableKey: 'pk_sandbox',
    priceId: sandboxPrice.id,
    webhookSecrets: [webhookSecret],
    connect,
  }
  const testSite = await createTestSite({ now: () => now, site: { ...site, payments } })
  const server = serve({ fetch: testSite.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/api/webhooks/stripe`
  const deliveryFaults: DeliveryFaults = {}
  const sandbox = await startSandbox({
    db: testSite.db,
    now: () => now,
    secret: secretKey,
    webhookSecret,
    webhookUrl: () => address,
    transport: faultyDelivery(deliveryFaults),
  })
  openedSandbox.resolve(sandbox)
  let memberCount = 0
  return {
    ...testSite,
    sandbox,
    /** What goes wrong when webhooks are delivered. The test may change it at any time. */
    deliveryFaults,
    stripe: await connect(),
    webhookAddress: address,
    /** The same site with PAYMENTS=off. */
    withoutPayments: createApp({ ...createTestServices(testSite.db), db: testSite.db }),
    /** What the verbs of billing need. */
    context: {
      ...testSite,
      payments,
      credits: creditContext({ now: () => now, payments }),
      origin: () => 'http://localhost',
      canSpendCredits: () => true,
    } as Billing,
    clock: () => now,
    setClock(to: string | Date) {
      now = new Date(to)
    },
    /** Adds a member, who gets the free credits of the month. */
    async addMember() {
      const id = await testSite.addUser(`payer${++memberCount}`)
      await testSite.request('/api/user/credits', { as: id })
      return id
    },
    subscribe: (as: string, card = 'pm_card_visa', key?: string) =>
      testSite.request('/api/subscription/create', {
        as,
        method: 'POST',
        json: { paymentMethodId: card },
        headers: key ? { 'idempotency-key': key } : {},
      }),
    changeSubscription: (as: string, action: 'cancel' | 'resume') =>
      testSite.request(`/api/subscription/${action}`, { as, method: 'POST' }),
    /** Returns a member's subscription status. */
    status: async (as: string) => (await testSite.request('/api/subscription/status', { as })).body,
    creditsOf: async (as: string): Promise<number> =>
      (await testSite.request('/api/user/credits', { as })).body.credits,
    /** Spends credits, in several calls if there are many. */
    async spend(as: string, amount: number) {
      for (let left = amount; left > 0; left -= 100) {
        const json = { amount: Math.min(left, 100) }
        await testSite.request('/api/user/credits/decrease', { as, method: 'POST', json })
      }
    },
    /** Gives back credits that were spent in the last 15 minutes. */
    increase: (as: string, amount: number) =>
      testSite.request('/api/user/credits/increase', { as, method: 'POST', json: { amount } }),
    /** Returns a user's latest charge. */
    async chargeOf(userId: string): Promise<{ id: string }> {
      const { rows } = await sql<{ id: string }>`
        select id from sandbox_objects where kind = 'charge' and customer in (
          select customer_id from billing_customers where user_id = ${userId}) order by number desc limit 1`.execute(
        testSite.db,
      )
      if (!rows[0]) throw new Error('Nothing was charged.')
      return rows[0]
    },
    /** Disputes a charge, as the payer's bank would. */
    dispute: (id: string) =>
      inTransaction(testSite.db, async (tx) => {
        const store = await openStore(tx, now)
        return openDispute(store, await store.get('charge', id))
      }),
    /** Returns, for each grant that a user got for an invoice, the id of that invoice. */
    async grantedInvoicesOf(userId: string): Promise<string[]> {
      const { rows } = await sql<{ key: string }>`
        select op_key as key from credit_ledger
        where user_id = ${userId} and starts_with(op_key, 'invoice:') order by number`.execute(testSite.db)
      return rows.map(({ key }) => key.slice('invoice:'.length))
    },
    async close() {
      await sandbox.stop()
      await new Promise((resolve) => server.close(resolve))
      await testSite.close()
    },
  }
}
