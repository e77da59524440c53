import { sql } from 'kysely'
import type Stripe from 'stripe'
import { ask, type Billing } from './billing-context.ts'
import { readEvent } from './stripe.ts'
import { syncCharge } from './sync-charge.ts'
import { idOf, syncSubscription } from './sync-subscription.ts'

type About = { kind: string; id: string }

/**
 * Takes a webhook: each event once, in any order. What it carries is not believed, it only says what to ask about.
 * When that fails, this fails too, and the provider delivers again. AppError invalid_signature.
 */
export async function takeWebhook(billing: Billing, body: string, signature: string | undefined): Promise<void> {
  const stripe = await billing.payments.connect()
  const event = readEvent(stripe, body, signature, billing.payments.webhookSecrets)
  const about = aboutWhat(event)
  if (!about || (await isDone(billing, event, about))) return
  const ignored = whyIgnored(billing, event)
  if (ignored) return setDone(billing, event, ignored)
  try {
    await follow(billing, about)
  } catch (error) {
    await sql`update billing_events set last_error = ${(error as Error).message} where id = ${event.id}`.execute(
      billing.db,
    )
    throw error
  }
  await setDone(billing, event, null)
}

async function setDone({ db, now }: Billing, { id }: Stripe.Event, remark: string | null): Promise<void> {
  await sql`update billing_events set processed_at = ${now()}, last_error = ${remark} where id = ${id}`.execute(db)
}

/** An event of the other mode is about nothing that this key could ask for; null for any other. */
function whyIgnored({ payments }: Billing, { livemode }: Stripe.Event): string | null {
  const isLive = payments.side.startsWith('live')
  if (livemode !== !isLive) return null
  return `Ignored: this event is from ${isLive ? 'test' : 'live'} mode, but payments use ${payments.side}.`
}

/** Writes the event down when it is new; true when it was followed before. */
async function isDone({ db, now }: Billing, { id, type }: Stripe.Event, about: About): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    insert into billing_events as e (id, type, object_kind, object_id, received_at, attempts)
    values (${id}, ${type}, ${about.kind}, ${about.id}, ${now()}, 1)
    on conflict (id) do update set attempts = e.attempts + 1
    returning processed_at is not null as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}

/** What an event is about; null for what nothing here depends on. */
function aboutWhat({ type, data }: Stripe.Event): About | null {
  const thing = data.object as { object: string; id?: string; charge?: string | { id: string } }
  if (type.startsWith('customer.subscription.') || type.startsWith('invoice.')) {
    return thing.id ? { kind: thing.object, id: thing.id } : null
  }
  if (type === 'charge.refunded') return thing.id ? { kind: 'charge', id: thing.id } : null
  if (type.startsWith('charge.dispute.')) return thing.charge ? { kind: 'charge', id: idOf(thing.charge) } : null
  return null
}

async function follow(billing: Billing, { kind, id }: About): Promise<void> {
  if (kind === 'charge') return syncCharge(billing, id)
  if (kind === 'subscription') return syncSubscription(billing, id)
  if (kind !== 'invoice') return
  const invoice = await ask(billing, (stripe) => stripe.invoices.retrieve(id))
  const subscription = invoice.parent?.subscription_details?.subscription
  if (subscription) await syncSubscription(billing, idOf(subscription))
}

/** Events go after this, in days: the provider delivers none again after so long. */
export const eventsKeptDays = 30

export async function deleteOldEvents(db: Billing['db'], before: Date): Promise<void> {
  await sql`delete from billing_events where received_at < ${before}`.execute(db)
}
