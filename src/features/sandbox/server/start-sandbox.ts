import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { catchUpAll } from './catch-up.ts'
import { customerRoutes } from './customer-routes.ts'
import { parseForm } from './parse-form.ts'
import { paymentRoutes } from './payment-routes.ts'
import { SandboxError } from './sandbox-error.ts'
import { findRoute } from './sandbox-route.ts'
import { openStore } from './sandbox-store.ts'
import { orderedTransport, sendWebhooks, type WebhookTransport } from './send-webhooks.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

const routes = { ...customerRoutes, ...subscriptionRoutes, ...paymentRoutes }

export type SandboxOptions = {
  db: Db
  now: () => Date
  /** The bearer token that callers have to send. */
  secret: string
  webhookSecret: string
  /** Returns the address to which webhooks are sent. */
  webhookUrl: () => string
  /**
   * How often to process due renewals and payment retries, in ms. If undefined, only `settle` and requests about
   * subscriptions and their payments process them.
   */
  everyMs?: number
  transport?: WebhookTransport
  log?: (error: Error) => void
}

export type Sandbox = {
  port: number
  /** Processes due renewals and payment retries, and tries to deliver all webhooks, even those waiting for a retry. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the sandbox, the payment provider of sites without Stripe's keys. On a separate loopback port, it serves the
 * part of Stripe's API that this product uses. It keeps its state in the database. No money moves.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { db, now, secret, webhookSecret, webhookUrl, everyMs } = options
  const { transport = orderedTransport, log = () => undefined } = options
  const sender = { db, webhookUrl, secret: webhookSecret, transport, log }
  let delivering = Promise.resolve()
  const deliver = (includeWaiting = false) => {
    const send = async () => {
      while ((await sendWebhooks(sender, { includeWaiting })) > 0 && !includeWaiting) {
        // The app may have caused more events in response to the delivered ones.
      }
    }
    // After a failed delivery too, whose error its own caller gets.
    delivering = delivering.then(send, send)
    return delivering
  }

  const server = createServer((request, response) => {
    if (!isBearer(request.headers.authorization, secret)) {
      return send(response, {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'No such key.' } },
      })
    }
    handleRequest(db, now(), request).then(
      (result) => {
        send(response, result)
        void deliver().catch(log)
      },
      (error) => {
        log(error)
        send(response, { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed.' } } })
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Without `exclusive`, all worker processes of the server would share one port.
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve)
  })
  const processDue = () => inTransaction(db, async (tx) => catchUpAll(await openStore(tx, now())))
  const timer = everyMs
    ? setInterval(
        () =>
          processDue()
            .then(() => deliver())
            .catch(log),
        everyMs,
      )
    : undefined
  if (everyMs)
    void processDue()
      .then(() => deliver())
      .catch(log)

  return {
    port: (server.address() as AddressInfo).port,
    async settle() {
      await processDue()
      await deliver()
      await deliver(true)
      await deliver()
    },
    async stop() {
      clearInterval(timer)
      await new Promise((resolve) => server.close(resolve).closeAllConnections())
      await delivering.catch(log)
    },
  }
}

async function handleRequest(db: Db, now: Date, request: IncomingMessage): Promise<SandboxResponse> {
  const { method = '', url = '/' } = request
  const { pathname, search } = new URL(url, 'http://sandbox')
  const body = await text(request)
  const route = findRoute(routes, method, pathname)
  const key = method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined
  try {
    if (!route) throw new SandboxError(404, 'invalid_request_error', `The sandbox has no ${method} ${pathname}.`)
    const form = parseForm(method === 'GET' ? search : body)
    return await inTransaction(db, async (tx) => {
      const store = await openStore(tx, now)
      return respondOnce(tx, { key, now, request: `${method} ${pathname} ${body}` }, () =>
        commitIfDeclined(async () => ({ status: 200, body: await route.handle({ store, id: route.id, form }) })),
      )
    })
  } catch (error) {
    if (error instanceof SandboxError) return { status: error.status, body: error.body }
    throw error
  }
}

/** For a declined card, returns a response, so the transaction commits. Throws other errors, so it rolls back. */
async function commitIfDeclined(work: () => Promise<SandboxResponse>): Promise<SandboxResponse> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SandboxError && error.status === 402) return { status: error.status, body: error.body }
    throw error
  }
}

function send(response: ServerResponse, { status, body }: SandboxResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_sandbox' })
  response.end(JSON.stringify(body))
}

function isBearer(header: string | undefined, secret: string): boolean {
  const [actual, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${secret}`)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

type SandboxResponse = { status: number; body: object }

/**
 * Handles a request with an Idempotency-Key only once. The same `request` (method, path and body) gets the same
 * response again, even for a declined card. A different request with the same key is refused
 * (docs.stripe.com/api/idempotent_requests).
 */
async function respondOnce(
  tx: Tx,
  { key, request, now }: { key: string | undefined; request: string; now: Date },
  handle: () => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  if (!key) return handle()
  const hash = createHash('sha256').update(request).digest('hex')
  const { rows } = await sql<{ requestHash: string; status: number; answer: object }>`
    select request_hash, status, answer from sandbox_requests where key = ${key}`.execute(tx)
  const [stored] = rows
  if (stored && stored.requestHash !== hash) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    throw new SandboxError(400, 'idempotency_error', message)
  }
  if (stored) return { status: stored.status, body: stored.answer }
  const response = await handle()
  await sql`
    insert into sandbox_requests (key, request_hash, status, answer, created_at)
    values (${key}, ${hash}, ${response.status}, ${JSON.stringify(response.body)}::jsonb, ${now})`.execute(tx)
  return response
}
