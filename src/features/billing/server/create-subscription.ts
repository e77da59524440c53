import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Db, Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { runOnceInSteps } from '#server/platform/idempotency.ts'
import type { Subscription, SubscriptionAttempt } from '../contract.ts'
import { isLive, type SubscriptionStatus } from '../rules.ts'
import { ask, type Billing } from './billing-context.ts'
import { type BillingCustomer, findOrCreateCustomer } from './find-customer.ts'
import { cardDeclined } from './stripe.ts'
import { findSubscription, sayStatus } from './subscription-queries.ts'
import { idOf, keepReading, ours, type Reading, readSubscription, syncSubscription } from './sync-subscription.ts'

/** Tries to subscribe within an hour: who tests stolen cards needs more. */
export const triesPerHour = { name: 'subscribe', points: 20, seconds: 3600 }

type Order = { paymentMethodId: string; key: string | undefined; path: string }

/**
 * Goes Premium. The answer comes after the grant, or says that the card asks for a confirmation; the same call with the
 * same key then completes it. AppError card_declined (nothing changed), conflict (there is one), provider_unavailable.
 */
export async function createSubscription(
  billing: Billing,
  member: Member,
  { paymentMethodId, key, path }: Order,
): Promise<SubscriptionAttempt> {
  await billing.limits.take(triesPerHour, member.id)
  const request = { key, path, body: { paymentMethodId } }
  const { body } = await runOnceInSteps<SubscriptionAttempt>(billing, member, request, async (finish) => {
    const run = { userId: member.id, card: paymentMethodId, key: key ?? '' }
    const { begun, attempt } = await findOrBegin(billing, run)
    const clientSecret = await confirmationOf(billing, begun, { userId: member.id, attempt })
    const reading = await readSubscription(billing, begun.id)
    return finish(async (tx) => {
      const status = await keepOutcome(tx, billing, member, { reading, attempt })
      return { status: 200, body: { ...status, requiresAction: clientSecret === null ? null : { clientSecret } } }
    })
  })
  return body
}

type Run = { userId: string; card: string; key: string }
type Try = { userId: string; attempt: number }

/** The number of the try is read before it is looked whether there is a subscription: no try can come in between. */
async function findOrBegin(billing: Billing, run: Run): Promise<{ begun: Stripe.Subscription; attempt: number }> {
  for (;;) {
    const customer = await findOrCreateCustomer(billing, run.userId)
    const { attempt } = customer
    const begun = await findBegun(billing, run)
    if (begun === null) return { begun: await begin(billing, run, customer), attempt }
    if (begun.status !== 'incomplete' || begun.metadata.card === run.card) return { begun, attempt }
    await giveUp(billing, { userId: run.userId, attempt }, begun.id)
  }
}

/** The subscription that this run began before, or that waits for a confirmation. AppError conflict: there is another. */
async function findBegun(billing: Billing, run: Run): Promise<Stripe.Subscription | null> {
  const { userId, key } = run
  const stored = await findSubscription(billing.db, { userId, side: billing.payments.side })
  if (!stored || !isLive(stored.status)) return null
  await syncSubscription(billing, stored.id)
  const known = await findSubscription(billing.db, { userId, side: billing.payments.side })
  if (!known || !isLive(known.status)) return null
  const subscription = await retrieve(billing, known.id)
  // It ended since: that must be known here before another is charged.
  if (!isLive(subscription.status as SubscriptionStatus)) return findBegun(billing, run)
  if (subscription.status === 'incomplete' || (key !== '' && subscription.metadata.request === key)) return subscription
  throw thereIsOne()
}

async function begin(
  billing: Billing,
  { userId, card, key }: Run,
  { customerId, attempt }: BillingCustomer,
): Promise<Stripe.Subscription> {
  const { priceId } = billing.payments
  const run = `${userId}:${attempt}`
  const method = await ask(billing, (stripe) =>
    stripe.paymentMethods.attach(card, { customer: customerId }, { idempotencyKey: `card:${run}:${card}` }),
  ).catch(async (error) => {
    // The next try is a new one: the provider gives the answer to this one again for a day.
    if (error instanceof AppError && error.code === 'card_declined')
      await endAttempt(billing, billing.db, { userId, attempt })
    throw error
  })
  const order = {
    customer: customerId,
    items: [{ price: priceId }],
    default_payment_method: method.id,
    payment_behavior: 'allow_incomplete' as const,
    metadata: { ...ours, userId, card, request: key },
  }
  try {
    // One key for one try, whatever the card: two tabs with two cards can't both buy.
    const idempotencyKey = `subscribe:${run}`
    const { id } = await ask(billing, (stripe) => stripe.subscriptions.create(order, { idempotencyKey }))
    return await retrieve(billing, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    // A try before this one got through and nobody heard of it: from now on it is known.
    const { data } = await ask(billing, (stripe) => stripe.subscriptions.list({ customer: customerId }))
    for (const { id } of data) await syncSubscription(billing, id)
    const known = await findSubscription(billing.db, { userId, side: billing.payments.side })
    throw known && isLive(known.status) && known.status !== 'incomplete' ? thereIsOne() : error
  }
}

function thereIsOne(): AppError {
  return new AppError('conflict', 'You have Premium already. Nothing was charged.')
}

function retrieve(billing: Billing, id: string): Promise<Stripe.Subscription> {
  return ask(billing, (stripe) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }))
}

/** The secret that a confirmation needs; null when none is asked for. AppError card_declined: nothing changed. */
async function confirmationOf(billing: Billing, subscription: Stripe.Subscription, tried: Try): Promise<string | null> {
  if (subscription.status !== 'incomplete') {
    if (isLive(subscription.status as SubscriptionStatus)) return null
    await giveUp(billing, tried, subscription.id)
    throw cardDeclined()
  }
  const intent = await intentOf(billing, subscription)
  if (intent?.status === 'requires_action') return intent.client_secret
  // Paid meanwhile: the reading that follows says so.
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return null
  await giveUp(billing, tried, subscription.id)
  throw cardDeclined(intent?.last_payment_error?.decline_code)
}

async function intentOf(
  billing: Billing,
  { latest_invoice }: Stripe.Subscription,
): Promise<Stripe.PaymentIntent | null> {
  const payments = typeof latest_invoice === 'object' ? latest_invoice?.payments?.data : undefined
  const intent = payments?.[0]?.payment.payment_intent
  return intent ? ask(billing, (stripe) => stripe.paymentIntents.retrieve(idOf(intent))) : null
}

/** Ends a subscription that was never paid: its owner has what they had before. */
async function giveUp(billing: Billing, { userId, attempt }: Try, id: string): Promise<void> {
  const { status } = await retrieve(billing, id)
  if (isLive(status as SubscriptionStatus)) await ask(billing, (stripe) => stripe.subscriptions.cancel(id))
  await syncSubscription(billing, id)
  await endAttempt(billing, billing.db, { userId, attempt })
}

/** The try is over: the next one is another. False when somebody else said so before. */
async function endAttempt({ payments }: Billing, db: Db | Tx, { userId, attempt }: Try): Promise<boolean> {
  const { rows } = await sql`
    update billing_customers set attempt = attempt + 1
    where user_id = ${userId} and side = ${payments.side} and attempt = ${attempt} returning attempt`.execute(db)
  return rows.length > 0
}

async function keepOutcome(
  tx: Tx,
  billing: Billing,
  member: Member,
  { reading, attempt }: { reading: Reading; attempt: number },
): Promise<Subscription> {
  if (!(await keepReading(tx, billing, reading))) {
    throw new AppError('conflict', 'This account is gone; its subscription ends with it.')
  }
  if (reading.subscription.status !== 'incomplete' && (await endAttempt(billing, tx, { userId: member.id, attempt }))) {
    await recordAct(tx, member, { action: 'subscription.create', target: { kind: 'user', id: member.id } })
  }
  const { provider, side } = billing.payments
  return sayStatus(await findSubscription(tx, { userId: member.id, side }), { now: billing.now(), provider })
}
