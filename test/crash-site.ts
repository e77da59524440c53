import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Billing, Payments } from '#features/billing/server/billing-context.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import { sandboxPrice } from '#features/sandbox/rules.ts'
import { openDispute } from '#features/sandbox/server/dispute-charge.ts'
import { openStore } from '#features/sandbox/server/sandbox-store.ts'
import { startSandbox } from '#features/sandbox/server/start-sandbox.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { creditContext } from '#server/feature-contexts.ts'
import { urlOf } from './cli.ts'
import type { DyingServerOptions } from './dying-server.ts'
import { createTestServices } from './test-services.ts'
import { createTestSite } from './test-site.ts'

export type Provider = Awaited<ReturnType<typeof startProvider>>

/**
 * Creates a site whose server is a process that is killed again and again, with two payment providers that keep
 * running. `advanceClock` affects the providers immediately, but the server only from its next `start` on. Webhooks go
 * to the running server, if there is one.
 */
export async function createCrashSite() {
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const testSite = await createTestSite({ now })
  // The second provider uses the database of this test site, and nothing else of it.
  const otherTestSite = await createTestSite({ now })
  let server: { child: ChildProcess; address: string } | undefined
  // While there is no server, webhooks go to port 9, where nothing listens.
  const webhookUrl = () => `${server?.address ?? 'http://127.0.0.1:9'}/api/webhooks/stripe`
  const providers = await Promise.all([
    startProvider('sandbox', testSite.db, now, webhookUrl),
    startProvider('test:acct_2', otherTestSite.db, now, webhookUrl),
  ])
  let currentProvider = providers[0] as Provider

  async function stop() {
    if (!server) return
    const { child } = server
    server = undefined
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  return {
    ...testSite,
    now,
    providers,
    currentProvider: () => currentProvider,
    switchProvider: () => {
      currentProvider = providers.find((one) => one !== currentProvider) ?? currentProvider
    },
    advanceClock(ms: number) {
      aheadMs += ms
    },
    /** Kills the old server, and starts a new one that dies at this moment. */
    async start(moment: Pick<DyingServerOptions, 'when' | 'at'>) {
      await stop()
      const { port, secretKey, account, webhookSecret } = currentProvider
      const options: DyingServerOptions = {
        ...moment,
        connection: urlOf(testSite.connection),
        sandbox: { port, secretKey, account, webhookSecret },
        aheadMs,
        connections: 4,
      }
      const args = ['test/dying-server.ts', JSON.stringify(options)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      // The first output of the server is its port. There is none if the server dies before it listens.
      const [output] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])])
      if (output !== null) server = { child, address: `http://127.0.0.1:${Number(output)}` }
    },
    stop,
    isUp: () => server !== undefined && server.child.exitCode === null && server.child.signalCode === null,
    /**
     * Sends a user's request to the running server. `key`: its Idempotency-Key. Resolves to null if no complete
     * response arrives.
     */
    async call(userId: string, path: string, json?: unknown, { method = 'POST', key = '' } = {}) {
      const token = await testSite.startSession(userId)
      const headers = { cookie: `session=${token}`, 'content-type': 'application/json', accept: 'application/json' }
      try {
        const response = await fetch(`${server?.address}${path}`, {
          method,
          headers: { ...headers, ...(key && { 'idempotency-key': key }) },
          body: json === undefined ? undefined : JSON.stringify(json),
        })
        return { status: response.status, body: (await response.json()) as { credits?: number } }
      } catch {
        return null
      }
    },
    async close() {
      await stop()
      for (const { sandbox } of providers) await sandbox.stop()
      await otherTestSite.close()
      await testSite.close()
    },
  }
}

async function startProvider(account: string, db: Db, now: () => Date, webhookUrl: () => string) {
  const secretKey = `sk_test_${account}`
  const webhookSecret = `whsec_${account}`
  const sandbox = await startSandbox({ db, now, secret: secretKey, webhookSecret, webhookUrl })
  const { port } = sandbox
  const client = connectStripe({ secretKey, host: { host: '127.0.0.1', port, protocol: 'http' } })
  return {
    account,
    port,
    secretKey,
    webhookSecret,
    sandbox,
    stripe: await client,
    dispute: (chargeId: string) =>
      inTransaction(db, async (tx) => {
        const store = await openStore(tx, now())
        return openDispute(store, await store.get('charge', chargeId))
      }),
    readCharges: () => inTransaction(db, async (tx) => (await openStore(tx, now())).list('charge')),
    readDisputes: () => inTransaction(db, async (tx) => (await openStore(tx, now())).list('dispute')),
    readInvoices: () => inTransaction(db, async (tx) => (await openStore(tx, now())).list('invoice')),
  }
}

/** Creates what the verbs of billing need to run in this process with this provider, and the queue of their jobs. */
export async function billingAt(db: Db, { account, stripe }: Provider, now: () => Date) {
  const payments: Payments = {
    provider: 'sandbox',
    account,
    publishableKey: 'pk_sandbox',
    priceId: sandboxPrice.id,
    webhookSecrets: [],
    connect: async () => stripe,
  }
  const services = createTestServices(db, { now })
  // This adds the handlers of all jobs to the queue.
  createApp({ ...services, db, payments })
  const billing: Billing = {
    ...services,
    db,
    payments,
    credits: creditContext({ now, payments }),
    origin: () => 'http://localhost',
    canSpendCredits: () => true,
  }
  return { billing, jobs: services.jobs }
}
