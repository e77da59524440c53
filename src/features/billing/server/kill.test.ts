import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BillingSite, createBillingSite, secretKey } from '#test/billing-site.ts'
import { urlOf } from '#test/cli.ts'

let testSite: BillingSite
beforeAll(async () => {
  testSite = await createBillingSite(new Date().toISOString())
  // Without webhooks only a retry can complete a purchase.
  testSite.deliveryFaults.drop = true
})
afterAll(() => testSite.close())

/** Subscribes on a server that is killed after statement number `at`. True if it responded before. */
async function subscribeOnKilledServer(userId: string, key: string, at: number): Promise<boolean> {
  const sandbox = { port: testSite.sandbox.port, secretKey }
  const options = JSON.stringify({ connection: urlOf(testSite.connection), when: 'after', at, sandbox })
  const server = spawn(process.execPath, ['test/dying-server.ts', options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    const [port] = await once(server.stdout, 'data')
    const headers = {
      ...(await testSite.headersOf(userId)),
      'idempotency-key': key,
      'content-type': 'application/json',
    }
    const answer = await fetch(`http://127.0.0.1:${Number(port)}/api/subscription/create`, {
      method: 'POST',
      headers,
      body: '{"paymentMethodId":"pm_card_visa"}',
    }).catch(() => null)
    return answer !== null
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}

it('after kill -9 at any statement of a purchase, a retry with the same key results in one charge and one grant', async () => {
  let kills = 0
  for (let at = 2; ; at += 2) {
    testSite.setClock(new Date())
    const userId = await testSite.addMember()
    if (await subscribeOnKilledServer(userId, `key-${at}`, at)) break
    kills++
    // The lease of the killed run has expired.
    testSite.setClock(new Date(Date.now() + 95_000))
    const retry = await testSite.subscribe(userId, 'pm_card_visa', `key-${at}`)
    expect([at, retry.status, retry.body.hasActiveSubscription]).toEqual([at, 200, true])
    const { data } = await testSite.stripe.subscriptions.list()
    expect(data.filter(({ metadata }) => metadata.userId === userId)).toHaveLength(1)
    expect(await testSite.grantsOf(userId)).toHaveLength(1)
  }
  // Customer, attempt, readings, subscription, invoice, grant, response.
  expect(kills).toBeGreaterThan(8)
}, 240_000)
