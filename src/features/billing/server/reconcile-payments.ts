import { sql } from 'kysely'
import { ask, type Billing } from './billing-stage.ts'
import { syncCharge } from './sync-charge.ts'
import { idOf, syncSubscription } from './sync-subscription.ts'

/** So far back it looks, in s: longer than the provider tries to deliver a webhook. */
const lookBackSeconds = 72 * 3600
/** Subscriptions whose period ends this soon are asked about too, in ms. */
const aheadMs = 3600_000

/**
 * Asks the provider about everything that changed of late, as if every webhook came once more: what was never delivered,
 * or died half way, is made good. One failure leaves the others running and is thrown at the end.
 */
export async function reconcilePayments(billing: Billing): Promise<void> {
  const failures: unknown[] = []
  for (const work of [...(await subscriptionsToAsk(billing)), ...(await chargesToAsk(billing))]) {
    await work().catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be looked at.`)
}

type Work = () => Promise<void>

async function subscriptionsToAsk(billing: Billing): Promise<Work[]> {
  const since = Math.floor(billing.now().getTime() / 1000) - lookBackSeconds
  const soon = new Date(billing.now().getTime() + aheadMs)
  const { rows } = await sql<{ id: string }>`
    select id from billing_subscriptions
    where status in ('incomplete', 'past_due', 'unpaid', 'paused') or (status in ('active', 'trialing') and period_end < ${soon})`.execute(
    billing.db,
  )
  const ids = new Set(rows.map(({ id }) => id))
  await ask(billing, async (stripe) => {
    for await (const { id } of stripe.subscriptions.list({ status: 'all', created: { gte: since }, limit: 100 }))
      ids.add(id)
    for await (const { parent } of stripe.invoices.list({ created: { gte: since }, limit: 100 })) {
      const subscription = parent?.subscription_details?.subscription
      if (subscription) ids.add(idOf(subscription))
    }
  })
  return [...ids].map((id) => () => syncSubscription(billing, id))
}

async function chargesToAsk(billing: Billing): Promise<Work[]> {
  const since = Math.floor(billing.now().getTime() / 1000) - lookBackSeconds
  const ids = new Set<string>()
  await ask(billing, async (stripe) => {
    for await (const { charge } of stripe.refunds.list({ created: { gte: since }, limit: 100 }))
      if (charge) ids.add(idOf(charge))
    for await (const { charge } of stripe.disputes.list({ created: { gte: since }, limit: 100 })) ids.add(idOf(charge))
  })
  return [...ids].map((id) => () => syncCharge(billing, id))
}

/** Has this done each hour by one process. */
export function scheduleReconciling(billing: Billing): void {
  billing.jobs.every('reconcile-payments', '17 * * * *', () => reconcilePayments(billing))
}
