import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { isMissing } from './stripe.ts'

const endJob = 'end-subscription'

/** `side` is the payment account. It is missing in jobs from older versions, which supported only one account. */
type DeletedCustomer = { customerId: string; side?: string }

/**
 * Returns a hook for the deletion of an account. The hook deletes the user's customers from the database and marks the
 * subscriptions as canceled, except expired ones. For each customer, it adds a job that deletes the customer at the
 * provider, so a deleted user never pays again. Invoices stay, under an id that identifies nobody.
 */
export function forgetCustomer(jobs: Pick<Jobs, 'add'>) {
  return async (tx: Tx, userId: string): Promise<void> => {
    const { rows } = await sql<Required<DeletedCustomer>>`
      delete from billing_customers where user_id = ${userId} returning customer_id, side`.execute(tx)
    for (const customer of rows) await jobs.add(tx, endJob, customer, { key: customer.customerId })
    await sql`
      update billing_subscriptions set status = 'canceled' where user_id = ${userId} and status <> 'incomplete_expired'`.execute(
      tx,
    )
  }
}

/** Handles the job that `forgetCustomer` adds. Deleting a customer at the provider ends their subscriptions there. */
export function handleDeletedCustomers(billing: Billing): void {
  const currentAccount = billing.payments.account
  billing.jobs.handle(endJob, async (data) => {
    const { customerId, side = currentAccount } = data as DeletedCustomer
    // The sandbox moves no money, and it isn't running unless it is the current payment account.
    if (side !== currentAccount && side === 'sandbox') return
    if (side !== currentAccount) {
      throw new Error(
        `The key of ${currentAccount} can’t delete customer ${customerId} of ${side}. Delete it in Stripe.`,
      )
    }
    await callProvider(billing, (stripe) => stripe.customers.del(customerId)).catch((error) => {
      if (!isMissing(error)) throw error
    })
  })
}
