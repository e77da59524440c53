import { sql } from 'kysely'
import type Stripe from 'stripe'
import { type Billing, callProvider } from './billing-context.ts'
import { readEvent } from './stripe.ts'
import { syncCharge } from './sync-charge.ts'
import { idOf, syncSubscription } from './sync-subscription.ts'

/** The object at the provider that an event is about: a subscription, an invoice or a charge. */
type Subject = { kind: string; id: string }

/**
 * Handles a webhook. Events may arrive repeatedly and in any order; one that was processed is skipped. Their
 * contents aren't trusted: they only name the objects to read from the provider. If reading fails, the webhook fails
 * too, so that the provider delivers it again. Throws AppError invalid_signature, or what reading throws.
 */
export async function handleWebhook(billing: Billing, body: string, signature: string | undefined): Promise<void> {
  const stripe = await billing.payments.connect()
  const event = readEvent(stripe, body, signature, billing.payments.webhookSecrets)
  const subject = subjectOf(event)
  if (!subject || (await recordDelivery(billing, event, subject))) return
  const reason = reasonToIgnore(billing, event)
  if (reason) return markProcessed(billing, event, reason)
  try {
    await syncSubject(billing, subject)
  } catch (error) {
    await sql`update billing_events set last_error = ${(error as Error).message} where id = ${event.id}`.execute(
      billing.db,
    )
    throw error
  }
  await markProcessed(billing, event, null)
}

/** Records that an event was processed. `reason` tells why it was ignored, or is null if it wasn't. */
async function markProcessed({ db, now }: Billing, { id }: Stripe.Event, reason: string | null): Promise<void> {
  await sql`update billing_events set processed_at = ${now()}, last_error = ${reason} where id = ${id}`.execute(db)
}

/**
 * Returns why an event is ignored, or null if it isn't. An event from the other mode (live or test) is ignored, because
 * the site's key can't read objects of that mode.
 */
function reasonToIgnore({ payments }: Billing, { livemode }: Stripe.Event): string | null {
  const isLive = payments.account.startsWith('live')
  if (livemode !== !isLive) return null
  return `Ignored: this event is from ${isLive ? 'test' : 'live'} mode, but payments use ${payments.account}.`
}

/** Records that an event arrived. Returns true if an earlier delivery of it was processed. */
async function recordDelivery({ db, now }: Billing, { id, type }: Stripe.Event, subject: Subject): Promise<boolean> {
  const { rows } = await sql<{ wasProcessed: boolean }>`
    insert into billing_events as e (id, type, object_kind, object_id, received_at, attempts)
    values (${id}, ${type}, ${subject.kind}, ${subject.id}, ${now()}, 1)
    on conflict (id) do update set attempts = e.attempts + 1
    returning processed_at is not null as "wasProcessed"`.execute(db)
  return rows[0]?.wasProcessed ?? false
}

/** Returns what an event is about, or null if nothing on this site depends on it. */
function subjectOf({ type, data }: Stripe.Event): Subject | null {
  const object = data.object as { object: string; id?: string; charge?: string | { id: string } }
  if (type.startsWith('customer.subscription.') || type.startsWith('invoice.')) {
    return object.id ? { kind: object.object, id: object.id } : null
  }
  if (type === 'charge.refunded') return object.id ? { kind: 'charge', id: object.id } : null
  if (type.startsWith('charge.dispute.')) return object.charge ? { kind: 'charge', id: idOf(object.charge) } : null
  return null
}

async function syncSubject(billing: Billing, { kind, id }: Subject): Promise<void> {
  if (kind === 'charge') return syncCharge(billing, id)
  if (kind === 'subscription') return syncSubscription(billing, id)
  if (kind !== 'invoice') return
  const invoice = await callProvider(billing, (stripe) => stripe.invoices.retrieve(id))
  const subscription = invoice.parent?.subscription_details?.subscription
  if (subscription) await syncSubscription(billing, idOf(subscription))
}
