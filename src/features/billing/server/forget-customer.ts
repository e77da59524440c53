import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { ask, type Billing } from './billing-context.ts'
import { isMissing } from './stripe.ts'

const job = 'end-subscription'

/** `side` is unset in jobs of versions that knew one side only. */
type Gone = { customerId: string; side?: string }

/**
 * For an account that is deleted: in the same transaction a job is written that ends everything at the provider, so that
 * nobody who is gone pays again, and the rest is forgotten. Invoices stay, under an id that names nobody.
 */
export function forgetCustomer(jobs: Pick<Jobs, 'add'>) {
  return async (tx: Tx, userId: string): Promise<void> => {
    const { rows } = await sql<Required<Gone>>`
      delete from billing_customers where user_id = ${userId} returning customer_id, side`.execute(tx)
    for (const gone of rows) await jobs.add(tx, job, gone, { key: gone.customerId })
    await sql`
      update billing_subscriptions set status = 'canceled' where user_id = ${userId} and status <> 'incomplete_expired'`.execute(
      tx,
    )
  }
}

/** Does the job: a customer who is deleted at the provider has no subscriptions there. */
export function endSubscriptionsOfDeleted(billing: Billing): void {
  const here = billing.payments.side
  billing.jobs.handle(job, async (data) => {
    const { customerId, side = here } = data as Gone
    // Nothing of the sandbox moves money, and it does nothing while it isn't the side that counts.
    if (side !== here && side === 'sandbox') return
    if (side !== here) {
      throw new Error(`The key of ${here} can’t delete customer ${customerId} of ${side}. Delete it in Stripe.`)
    }
    await ask(billing, (stripe) => stripe.customers.del(customerId)).catch((error) => {
      if (!isMissing(error)) throw error
    })
  })
}
