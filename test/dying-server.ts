import { flushCompileCache } from 'node:module'
import { serve } from '@hono/node-server'
import pg from 'pg'
import type { Payments } from '#features/billing/server/billing-context.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import { createApp } from '#server/app.ts'
import { openPool } from '#server/platform/db.ts'
import { quietServices } from './quiet-services.ts'

/**
 * A server that dies by SIGKILL: before the statement number `at` is sent (`when` is "before"), right after it was sent
 * ("after"), or when a change is committed and its answer isn't sent yet ("answer"). Prints its port. Its clock may be
 * ahead of the machine's by `aheadMs`.
 */
export type Death = {
  connection: string
  when: 'before' | 'after' | 'answer'
  at: number
  sandbox?: { port: number; secretKey: string; side?: string; webhookSecret?: string }
  aheadMs?: number
  connections?: number
}

const { connection, when, at, sandbox, aheadMs = 0, connections = 1 }: Death = JSON.parse(process.argv[2] ?? '')
const die = () => process.kill(process.pid, 'SIGKILL')

const { query } = pg.Client.prototype
let statements = 0
pg.Client.prototype.query = function counted(this: pg.Client, ...words: unknown[]) {
  const isTheOne = ++statements === at
  if (isTheOne && when === 'before') die()
  const result = Reflect.apply(query, this, words)
  if (isTheOne && when === 'after') setImmediate(die)
  return result
} as typeof query

const { db } = openPool({ connectionString: connection }, console.error, connections)
const app = createApp({
  ...quietServices(db, { now: () => new Date(Date.now() + aheadMs) }),
  db,
  payments: sandbox && paymentsAt(sandbox),
  afterWrite: async () => {
    if (when === 'answer') die()
  },
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  // Who is killed writes nothing down at its end.
  flushCompileCache()
  console.log(port)
})

/** Payments at a sandbox that another process keeps. */
function paymentsAt({ port, secretKey, side, webhookSecret }: NonNullable<Death['sandbox']>): Payments {
  const client = connectStripe({ secretKey, host: { host: '127.0.0.1', port, protocol: 'http' } })
  return {
    provider: 'sandbox',
    account: side ?? 'sandbox',
    publishableKey: 'pk_sandbox',
    priceId: 'price_sandbox_premium',
    webhookSecrets: [webhookSecret ?? 'whsec_story'],
    connect: () => client,
  }
}
