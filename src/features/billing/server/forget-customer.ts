import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { isMissing } from './stripe.ts'

const job = 'end-subscription'

/** `side` is the payment account. Unset in jobs of versions that knew only one. */
type Gone = { customerId: string; side?: string }

/**
 * Prepares the deletion of an account: in the same transaction it adds a job that ends everything at the provider, so
 * that a deleted user never pays again, and deletes the rest. Invoices stay, under an id that names nobody.
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

/** Runs that job: deleting a customer at the provider ends their subscriptions there. */
export function endSubscriptionsOfDeleted(billing: Billing): void {
  const here = billing.payments.account
  billing.jobs.handle(job, async (data) => {
    const { customerId, side = here } = data as Gone
    // The sandbox moves no money, and it isn't running unless it is the current payment account.
    if (side !== here && side === 'sandbox') return
    if (side !== here) {
      throw new Error(`The key of ${here} can’t delete customer ${customerId} of ${side}. Delete it in Stripe.`)
    }
    await callProvider(billing, (stripe) => stripe.customers.del(customerId)).catch((error) => {
      if (!isMissing(error)) throw error
    })
  })
}
