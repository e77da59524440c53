import { flushCompileCache } from 'node:module'
import { serve } from '@hono/node-server'
import pg from 'pg'
import type { Payments } from '#features/billing/server/billing-context.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import { createApp } from '#server/app.ts'
import { openPool } from '#server/platform/db.ts'
import { createTestServices } from './test-services.ts'

/**
 * A server that kills itself with SIGKILL: before it sends statement number `at` (if `when` is “before”), right after
 * it (“after”), or between a commit and its response (“response”). It prints its port. Its clock is ahead by `aheadMs`.
 */
export type Death = {
  connection: string
  when: 'before' | 'after' | 'response'
  at: number
  sandbox?: { port: number; secretKey: string; account?: string; webhookSecret?: string }
  aheadMs?: number
  connections?: number
  models?: ModelSettings
}

const { connection, when, at, sandbox, aheadMs = 0, connections = 1, models }: Death = JSON.parse(process.argv[2] ?? '')
const die = () => process.kill(process.pid, 'SIGKILL')

const { query } = pg.Client.prototype
let statements = 0
pg.Client.prototype.query = function countedQuery(this: pg.Client, ...args: unknown[]) {
  const isChosen = ++statements === at
  if (isChosen && when === 'before') die()
  const result = Reflect.apply(query, this, args)
  if (isChosen && when === 'after') setImmediate(die)
  return result
} as typeof query

const { db } = openPool({ connectionString: connection }, console.error, { max: connections })
const app = createApp({
  ...createTestServices(db, { now: () => new Date(Date.now() + aheadMs) }),
  db,
  payments: sandbox && paymentsAt(sandbox),
  models,
  afterWrite: async () => {
    if (when === 'response') die()
  },
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  // A killed process doesn't write Node's compile cache, because Node only does so at a normal exit.
  flushCompileCache()
  console.log(port)
})

/** Payments through a sandbox that runs in another process. */
function paymentsAt({ port, secretKey, account, webhookSecret }: NonNullable<Death['sandbox']>): Payments {
  const client = connectStripe({ secretKey, host: { host: '127.0.0.1', port, protocol: 'http' } })
  return {
    provider: 'sandbox',
    account: account ?? 'sandbox',
    publishableKey: 'pk_sandbox',
    priceId: 'price_sandbox_premium',
    webhookSecrets: [webhookSecret ?? 'whsec_story'],
    connect: () => client,
  }
}
