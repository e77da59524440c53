import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

/** Delivers webhooks. Tests use a transport that loses, repeats or shuffles them (test/faulty-delivery.ts). */
export type WebhookTransport = {
  fetch: (url: string, init: RequestInit & { body: string }) => Promise<Response>
  /** Delivers each event, in any order. */
  deliverAll: <Event>(due: Event[], deliver: (event: Event) => Promise<void>) => Promise<void>
}

export const orderedTransport: WebhookTransport = {
  fetch: (url, init) => fetch(url, init),
  async deliverAll(due, deliver) {
    for (const event of due) await deliver(event)
  },
}

/** What sending webhooks requires. `webhookUrl` returns the address to send them to, and `secret` signs them. */
type WebhookSender = {
  db: Db
  webhookUrl: () => string
  secret: string
  transport: WebhookTransport
  log: (error: Error) => void
}
/** `number` gives the order of all events. `attempts` counts the deliveries of the event, including the current one. */
type DueEvent = { id: string; number: number; body: object; attempts: number }

/** How long an event is reserved for the process that is delivering it, in s. */
const leaseSeconds = 30
/**
 * How many times an event is sent before the sandbox gives up. The first retry comes after 5 s, the last one after
 * about a day.
 */
const maxAttempts = 16

/**
 * Tries to deliver the events that are due, and with `includeWaiting` also those that wait for a retry. Returns how
 * many it tried to deliver.
 */
export async function sendWebhooks(sender: WebhookSender, { includeWaiting = false } = {}): Promise<number> {
  const { rows } = await sql<DueEvent>`
    update sandbox_events set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from sandbox_events where delivered_at is null and (due_at <= now() or ${includeWaiting})
        and attempts < ${maxAttempts} order by number for update skip locked
    ) returning id, number, body, attempts`.execute(sender.db)
  const due = rows.toSorted((a, b) => a.number - b.number)
  await sender.transport.deliverAll(due, (event) => deliver(sender, event))
  return due.length
}

async function deliver(sender: WebhookSender, event: DueEvent): Promise<void> {
  if (!(await send(sender, event))) return scheduleRetry(sender.db, event)
  await sql`update sandbox_events set delivered_at = now() where id = ${event.id}`.execute(sender.db)
}

async function scheduleRetry(db: Db, { id, attempts }: DueEvent): Promise<void> {
  const seconds = Math.min(5 * 2 ** (attempts - 1), 6 * 3600)
  await sql`update sandbox_events set due_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(db)
}

/** Sends an event as Stripe does. Returns whether the receiver accepted it. */
async function send({ webhookUrl, secret, transport, log }: WebhookSender, { body }: DueEvent): Promise<boolean> {
  const text = JSON.stringify(body)
  try {
    const response = await transport.fetch(webhookUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(text, secret, new Date()),
      },
      body: text,
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.ok
  } catch (error) {
    log(error as Error)
    return false
  }
}

/**
 * Returns the Stripe-Signature header of a webhook, which is `t=<seconds>,v1=<hex>` with the HMAC-SHA256 of
 * `<seconds>.<body>` (docs.stripe.com/webhooks, "Verify manually").
 */
export function signWebhook(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
