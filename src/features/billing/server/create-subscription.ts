import { sql } from 'kysely'
import type Stripe from 'stripe'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { runOnceInSteps } from '#platform/work/idempotency.ts'
import type { Subscription, SubscriptionAttempt } from '../contract.ts'
import { isLive, type SubscriptionStatus } from '../rules.ts'
import { type Billing, callProvider, requirePremiumForSale } from './billing-context.ts'
import { type BillingCustomer, findOrCreateCustomer } from './find-customer.ts'
import { cardDeclinedError } from './stripe.ts'
import { findSubscription, toSubscription } from './subscription-queries.ts'
import {
  idOf,
  premiumMetadata,
  type Reading,
  readSubscription,
  storeReading,
  syncSubscription,
} from './sync-subscription.ts'

/**
 * How often a member may try to subscribe or to pay a renewal per hour. Testing stolen cards would need more attempts.
 */
export const attemptsPerHour = { name: 'subscribe', points: 20, seconds: 3600 }

/** `key` is the Idempotency-Key, and `path` the path of the request's URL. */
type SubscriptionOrder = { paymentMethodId: string; key: string | undefined; path: string }

/**
 * Subscribes to Premium. Returns after the credits were granted, or earlier if the payment is still being processed or
 * the card must be confirmed; after a confirmation, the same call with the same key completes the purchase. Throws
 * AppError card_declined (nothing changed), conflict (subscribed already, not for sale, or another attempt is running),
 * validation_failed (unknown card), provider_unavailable, rate_limited, in_progress or idempotency_mismatch.
 */
export async function createSubscription(
  billing: Billing,
  member: Member,
  { paymentMethodId, key, path }: SubscriptionOrder,
): Promise<SubscriptionAttempt> {
  await billing.limits.take(attemptsPerHour, member.id)
  const request = { key, path, body: { paymentMethodId } }
  const { body } = await runOnceInSteps<SubscriptionAttempt>(billing, member, request, async (finish) => {
    const purchase = { userId: member.id, card: paymentMethodId, key: key ?? '' }
    const { subscription, attempt } = await findOrStartSubscription(billing, purchase)
    const clientSecret = await getSecretOrAbandon(billing, subscription, { userId: member.id, attempt })
    const reading = await readSubscription(billing, subscription.id)
    return finish(async (tx) => {
      const status = await storeOutcome(tx, billing, member, { reading, attempt })
      return { status: 200, body: { ...status, requiresAction: clientSecret === null ? null : { clientSecret } } }
    })
  })
  return body
}

type Purchase = { userId: string; card: string; key: string }
type Attempt = { userId: string; attempt: number }

/**
 * Returns the subscription of this purchase, and starts it unless an earlier call did. Reads the attempt's number
 * before looking for a subscription, so that no other attempt can come in between.
 */
async function findOrStartSubscription(
  billing: Billing,
  purchase: Purchase,
): Promise<{ subscription: Stripe.Subscription; attempt: number }> {
  for (;;) {
    const customer = await findOrCreateCustomer(billing, purchase.userId)
    const { attempt } = customer
    const subscription = await findStartedSubscription(billing, purchase)
    if (subscription === null) {
      requirePremiumForSale(billing)
      return { subscription: await startSubscription(billing, purchase, customer), attempt }
    }
    if (subscription.status !== 'incomplete' || subscription.metadata.card === purchase.card)
      return { subscription, attempt }
    await abandonSubscription(billing, { userId: purchase.userId, attempt }, subscription.id)
  }
}

/**
 * Finds the subscription that this purchase started earlier, or one that waits for a confirmation. Throws AppError
 * conflict if the user has another subscription.
 */
async function findStartedSubscription(billing: Billing, purchase: Purchase): Promise<Stripe.Subscription | null> {
  const { userId, key } = purchase
  const storedSubscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  if (!storedSubscription || !isLive(storedSubscription.status)) return null
  await syncSubscription(billing, storedSubscription.id)
  const syncedSubscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  if (!syncedSubscription || !isLive(syncedSubscription.status)) return null
  const subscription = await retrieveSubscription(billing, syncedSubscription.id)
  // The subscription has just ended, which must be stored before another one is charged.
  if (!isLive(subscription.status as SubscriptionStatus)) return findStartedSubscription(billing, purchase)
  if (subscription.status === 'incomplete' || (key !== '' && subscription.metadata.request === key)) return subscription
  throw alreadySubscribedError()
}

async function startSubscription(
  billing: Billing,
  { userId, card, key }: Purchase,
  { customerId, attempt }: BillingCustomer,
): Promise<Stripe.Subscription> {
  const { priceId } = billing.payments
  const attemptKey = `${userId}:${attempt}`
  const method = await callProvider(billing, (stripe) =>
    stripe.paymentMethods.attach(card, { customer: customerId }, { idempotencyKey: `card:${attemptKey}:${card}` }),
  ).catch(async (error) => {
    // The next attempt needs a new number, because the provider repeats its response to this one for a day.
    if (error instanceof AppError && error.code === 'card_declined')
      await endAttempt(billing, billing.db, { userId, attempt })
    throw error
  })
  const order = {
    customer: customerId,
    items: [{ price: priceId }],
    default_payment_method: method.id,
    payment_behavior: 'allow_incomplete' as const,
    metadata: { ...premiumMetadata, userId, card, request: key },
  }
  try {
    // The key is the same for all cards of an attempt, so two tabs with two cards can't both buy.
    const idempotencyKey = `subscribe:${attemptKey}`
    const { id } = await callProvider(billing, (stripe) => stripe.subscriptions.create(order, { idempotencyKey }))
    return await retrieveSubscription(billing, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    // An earlier request of this attempt may have succeeded although its response was lost. If so, its subscription is
    // stored now.
    const { data } = await callProvider(billing, (stripe) => stripe.subscriptions.list({ customer: customerId }))
    for (const { id } of data) await syncSubscription(billing, id)
    const storedSubscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
    throw storedSubscription && isLive(storedSubscription.status) && storedSubscription.status !== 'incomplete'
      ? alreadySubscribedError()
      : error
  }
}

function alreadySubscribedError(): AppError {
  return new AppError('conflict', t('You already have Premium. Nothing was charged.'))
}

function retrieveSubscription(billing: Billing, id: string): Promise<Stripe.Subscription> {
  return callProvider(billing, (stripe) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }))
}

/**
 * Returns the secret that a confirmation needs, or null if no confirmation is needed. If the payment failed, abandons
 * the subscription and throws AppError card_declined.
 */
async function getSecretOrAbandon(
  billing: Billing,
  subscription: Stripe.Subscription,
  attempt: Attempt,
): Promise<string | null> {
  if (subscription.status !== 'incomplete') {
    if (isLive(subscription.status as SubscriptionStatus)) return null
    if (await abandonSubscription(billing, attempt, subscription.id)) throw cardDeclinedError()
    return null
  }
  const intent = await findPaymentIntent(billing, subscription)
  if (intent?.status === 'requires_action') return intent.client_secret
  // The payment has succeeded or is being processed. The next reading shows the result.
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return null
  const isAbandoned = await abandonSubscription(billing, attempt, subscription.id)
  if (isAbandoned) throw cardDeclinedError(intent?.last_payment_error?.decline_code)
  return null
}

async function findPaymentIntent(
  billing: Billing,
  { latest_invoice }: Stripe.Subscription,
): Promise<Stripe.PaymentIntent | null> {
  const payments = typeof latest_invoice === 'object' ? latest_invoice?.payments?.data : undefined
  const intent = payments?.[0]?.payment.payment_intent
  return intent ? callProvider(billing, (stripe) => stripe.paymentIntents.retrieve(idOf(intent))) : null
}

/**
 * Cancels a subscription that was never paid, and ends its attempt. Nothing else changes for the user. Returns false,
 * and changes nothing, if it has been paid meanwhile, for example because the user confirmed the payment in another tab.
 */
async function abandonSubscription(billing: Billing, { userId, attempt }: Attempt, id: string): Promise<boolean> {
  const { status } = await retrieveSubscription(billing, id)
  if (status !== 'incomplete' && isLive(status as SubscriptionStatus)) return false
  if (status === 'incomplete') await callProvider(billing, (stripe) => stripe.subscriptions.cancel(id))
  await syncSubscription(billing, id)
  await endAttempt(billing, billing.db, { userId, attempt })
  return true
}

/**
 * Ends the attempt: the next one gets another number. Returns false if another request has already ended it.
 */
async function endAttempt({ payments }: Billing, db: Db | Tx, { userId, attempt }: Attempt): Promise<boolean> {
  const { rows } = await sql`
    update billing_customers set attempt = attempt + 1
    where user_id = ${userId} and side = ${payments.account} and attempt = ${attempt} returning attempt`.execute(db)
  return rows.length > 0
}

async function storeOutcome(
  tx: Tx,
  billing: Billing,
  member: Member,
  { reading, attempt }: { reading: Reading; attempt: number },
): Promise<Subscription> {
  if (!(await storeReading(tx, billing, reading))) {
    throw new AppError('conflict', t('This account was deleted; its subscription ends with it.'))
  }
  if (reading.subscription.status !== 'incomplete' && (await endAttempt(billing, tx, { userId: member.id, attempt }))) {
    await recordAuditEntry(tx, member, { action: 'subscription.create', target: { kind: 'user', id: member.id } })
  }
  const { provider, account } = billing.payments
  return toSubscription(await findSubscription(tx, { userId: member.id, account }), { now: billing.now(), provider })
}
