import { sql } from 'kysely'
import type Stripe from 'stripe'
import { monthlyCredits } from '#features/credits/rules.ts'
import { markAccountDue } from '#features/credits/server/mark-account-due.ts'
import { setAllowance } from '#features/credits/server/set-allowance.ts'
import { withdrawAllowance } from '#features/credits/server/withdraw-allowance.ts'
import { t } from '#lib/texts.ts'
import { type Db, inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { SubscriptionStatus } from '../rules.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { isMissing } from './stripe.ts'
import { planOf } from './subscription-queries.ts'

/**
 * A subscription and its newest invoices as read from the provider. A reading that starts later has a higher `number`.
 */
export type Reading = { number: number; subscription: Stripe.Subscription; invoices: Stripe.Invoice[] }

/** Marks subscriptions that this site created. A customer's other subscriptions grant no credits. */
export const premiumMetadata = { plan: 'premium' } as const

/**
 * Reads a subscription from the provider, stores it, and grants the credits of its paid invoices. Only such readings
 * decide what was paid, never the contents of webhooks. Calls may be repeated or late. Throws what `callProvider` and
 * `storeReading` throw.
 */
export async function syncSubscription(billing: Billing, id: string): Promise<void> {
  try {
    const reading = await readSubscription(billing, id)
    await inTransaction(billing.db, (tx) => storeReading(tx, billing, reading))
  } catch (error) {
    if (!isMissing(error) || !(await endMissingSubscription(billing, id))) throw error
  }
}

/**
 * Stores that a subscription has ended because the provider no longer has it, for example after test data was deleted.
 * Returns false if the subscription isn't stored here.
 */
function endMissingSubscription({ db, payments }: Billing, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ userId: string }>`
      update billing_subscriptions
      set status = case when status in ('incomplete', 'incomplete_expired') then 'incomplete_expired' else 'canceled' end
      where id = ${id} and side = ${payments.account} returning user_id`.execute(tx)
    for (const { userId } of rows) await markAccountDue(tx, userId)
    return rows.length > 0
  })
}

/**
 * Changes a subscription at the provider. If it no longer exists there, ends it here and throws AppError conflict.
 * Also throws what `callProvider` throws.
 */
export async function changeSubscription<Result>(
  billing: Billing,
  id: string,
  change: (stripe: Stripe) => Promise<Result>,
): Promise<Result> {
  try {
    return await callProvider(billing, change)
  } catch (error) {
    if (!isMissing(error)) throw error
    await syncSubscription(billing, id)
    throw new AppError('conflict', t('This subscription has ended at the payment provider.'), { cause: error })
  }
}

/** Reads a subscription from the provider, outside of any transaction. This is the first half of a sync. */
export async function readSubscription(billing: Billing, id: string): Promise<Reading> {
  const number = await nextReading(billing.db)
  const subscription = await callProvider(billing, (stripe) => stripe.subscriptions.retrieve(id))
  const { data } = await callProvider(billing, (stripe) => stripe.invoices.list({ subscription: id, limit: 24 }))
  return { number, subscription, invoices: data }
}

/** Returns the number of a reading that starts now. Of two readings, the one with the higher number counts. */
export async function nextReading(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('billing_readings') as number`.execute(db)
  return rows[0]?.number ?? 0
}

/**
 * Stores a reading unless a later one is stored, and grants the credits of paid invoices. This is the second half of a
 * sync. Returns false for unknown customers and for subscriptions that this site didn't create. Throws AppError
 * conflict if the user has two running subscriptions.
 */
export async function storeReading(tx: Tx, billing: Billing, reading: Reading): Promise<boolean> {
  const { subscription, invoices } = reading
  if (subscription.metadata.plan !== premiumMetadata.plan) return false
  const { rows } = await sql<{ userId: string }>`
    select user_id from billing_customers
    where customer_id = ${idOf(subscription.customer)} and side = ${billing.payments.account} for update`.execute(tx)
  const userId = rows[0]?.userId
  if (!userId) return false
  const payer = { userId, account: billing.payments.account }
  await storeSubscription(tx, payer, reading, billing.now())
  for (const invoice of invoices) await storeInvoice(tx, payer, reading, invoice)
  await grantPaidInvoices(tx, billing, userId, subscription.id)
  if ((await planOf(tx, payer, billing.now())).name === 'free') await markAccountDue(tx, userId)
  return true
}

type Payer = { userId: string; account: string }

async function storeSubscription(
  tx: Tx,
  { userId, account }: Payer,
  { number, subscription }: Reading,
  now: Date,
): Promise<void> {
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end))
  const status = subscription.status as SubscriptionStatus
  const card = subscription.default_payment_method
  // A cancellation in the customer portal sets only `cancel_at` (docs.stripe.com/billing/subscriptions/billing-mode/compare).
  // With a later date, the subscription renews before it. While a renewal is unpaid, canceling here ends it immediately.
  const endsByDate = status === 'active' && (subscription.cancel_at ?? Infinity) <= end
  const isCanceled = subscription.cancel_at_period_end || endsByDate
  try {
    await sql`
      insert into billing_subscriptions as s (user_id, id, status, cancel_at_period_end, period_end, payment_method,
        reading, read_at, created_at, side)
      values (${userId}, ${subscription.id}, ${status}, ${isCanceled}, ${dateOf(end)},
        ${card === null ? null : idOf(card)}, ${number}, ${now}, ${dateOf(subscription.created)},
        ${account})
      on conflict (user_id, id) do update set status = excluded.status, period_end = excluded.period_end,
        cancel_at_period_end = excluded.cancel_at_period_end, payment_method = excluded.payment_method,
        reading = excluded.reading, read_at = excluded.read_at
      where s.reading < excluded.reading`.execute(tx)
  } catch (error) {
    if (!violatesKey(error, 'billing_one_live_subscription')) throw error
    const message = 'The payment provider has two subscriptions for this user. Cancel one of them there.'
    throw new AppError('conflict', message, { cause: error })
  }
}

async function storeInvoice(
  tx: Tx,
  { userId, account }: Payer,
  { number, subscription }: Reading,
  invoice: Stripe.Invoice,
): Promise<void> {
  if (!invoice.id || invoice.lines.data.length === 0) return
  const { start, end } = paidPeriodOf(invoice.lines.data)
  await sql`
    insert into billing_invoices as i (user_id, id, subscription_id, number, status, amount, currency, period_start,
      period_end, created_at, receipt_url, reading, side)
    values (${userId}, ${invoice.id}, ${subscription.id}, ${invoice.number}, ${invoice.status ?? 'draft'},
      ${invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due}, ${invoice.currency}, ${dateOf(start)},
      ${dateOf(end)}, ${dateOf(invoice.created)}, ${invoice.hosted_invoice_url ?? null}, ${number}, ${account})
    on conflict (user_id, id) do update set number = excluded.number, status = excluded.status,
      amount = excluded.amount, receipt_url = excluded.receipt_url, reading = excluded.reading
    where i.reading < excluded.reading`.execute(tx)
}

/**
 * Returns the period that an invoice's lines pay for. Prorations adjust a period that another invoice paid, so if there
 * is nothing else, the period is empty, and no credits are granted for it.
 */
function paidPeriodOf(lines: Stripe.InvoiceLineItem[]): { start: number; end: number } {
  const periods = lines.filter((line) => !isProration(line)).map(({ period }) => period)
  if (periods.length === 0) {
    const start = Math.min(...lines.map(({ period }) => period.start))
    return { start, end: start }
  }
  return {
    start: Math.min(...periods.map((period) => period.start)),
    end: Math.max(...periods.map((period) => period.end)),
  }
}

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return Boolean(parent?.subscription_item_details?.proration || parent?.invoice_item_details?.proration)
}

/** A paid invoice and its period. `due` is how many of its credits must be taken back. */
type PaidInvoice = { id: string; startsAt: Date; endsAt: Date; due: number }

/**
 * Grants the credits of each paid invoice whose period isn't over, minus the credits that must be taken back. The
 * ledger's unique key ensures that each invoice grants credits only once.
 */
async function grantPaidInvoices(
  tx: Tx,
  { credits, now }: Billing,
  userId: string,
  subscription: string,
): Promise<void> {
  const { rows } = await sql<PaidInvoice>`
    select id, period_start as "startsAt", period_end as "endsAt", credits_due as due from billing_invoices
    where user_id = ${userId} and subscription_id = ${subscription} and status = 'paid' and period_end > ${now()}
    order by period_start`.execute(tx)
  for (const { id: invoice, startsAt, endsAt, due } of rows) {
    await setAllowance(tx, credits, { userId, invoice, amount: monthlyCredits.premium, startsAt, endsAt })
    if (due > 0) await withdrawAllowance(tx, credits, { userId, invoice, due })
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** Returns the id of something for which the provider may return either an object or only its id. */
export function idOf(thing: string | { id: string }): string {
  return typeof thing === 'string' ? thing : thing.id
}
