import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { ask, type Billing } from './billing-stage.ts'

const job = 'end-subscription'

/**
 * For an account that is deleted: in the same transaction a job is written that ends everything at the provider, so that
 * nobody who is gone pays again, and the rest is forgotten. Invoices stay, under an id that names nobody.
 */
export function forgetCustomer(jobs: Pick<Jobs, 'add'>) {
  return async (tx: Tx, userId: string): Promise<void> => {
    const { rows } = await sql<{ customerId: string }>`
      delete from billing_customers where user_id = ${userId} returning customer_id as "customerId"`.execute(tx)
    for (const { customerId } of rows) await jobs.add(tx, job, { customerId }, { key: customerId })
    await sql`
      update billing_subscriptions set status = 'canceled' where user_id = ${userId} and status <> 'incomplete_expired'`.execute(
      tx,
    )
  }
}

/** Does the job: a customer who is deleted at the provider has no subscriptions there. */
export function endSubscriptionsOfDeleted(billing: Billing): void {
  billing.jobs.handle(job, async (data) => {
    const { customerId } = data as { customerId: string }
    await ask(billing, (stripe) => stripe.customers.del(customerId)).catch((error) => {
      if ((error as { code?: string }).code !== 'resource_missing') throw error
    })
  })
}
