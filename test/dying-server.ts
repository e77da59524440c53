import { flushCompileCache } from 'node:module'
import { serve } from '@hono/node-server'
import pg from 'pg'
import type { Payments } from '#features/billing/server/billing-context.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import { openPool } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from './test-services.ts'

/**
 * The options of this program: a server that prints its port, and kills itself with SIGKILL just before or after it
 * sends its SQL statement number `at` (0: never). If `when` is `response`, `at` doesn't count: the server kills itself
 * after its first successful write, before it responds.
 */
export type DyingServerOptions = {
  connection: string
  when: 'before' | 'after' | 'response'
  at: number
  sandbox?: { port: number; secretKey: string; account?: string; webhookSecret?: string }
  /** How far the server's clock is ahead of the real time. */
  aheadMs?: number
  connections?: number
  models?: ModelSettings
}

const options: DyingServerOptions = JSON.parse(process.argv[2] ?? '')
const { connection, when, at, sandbox, aheadMs = 0, connections = 1, models } = options
const die = () => process.kill(process.pid, 'SIGKILL')

const { query } = pg.Client.prototype
let statementCount = 0
pg.Client.prototype.query = function countedQuery(this: pg.Client, ...args: unknown[]) {
  const isChosen = ++statementCount === at
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
  // Node writes its compile cache only at a normal exit, which this process doesn't have.
  flushCompileCache()
  console.log(port)
})

/** Connects payments to a sandbox that runs in another process. */
function paymentsAt({ port, secretKey, account, webhookSecret }: NonNullable<DyingServerOptions['sandbox']>): Payments {
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
