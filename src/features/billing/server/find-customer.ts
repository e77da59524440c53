import { sql } from 'kysely'
import { type Billing, callProvider } from './billing-context.ts'
import { isMissing } from './stripe.ts'

/** A user at the payment provider. `attempt` is the number of the current or next attempt to subscribe. */
export type BillingCustomer = { customerId: string; attempt: number }

/**
 * Returns the user's customer in the current payment account, and creates it on first use. Concurrent requests get the
 * same customer. A customer that was deleted at the provider is replaced.
 */
export async function findOrCreateCustomer(billing: Billing, userId: string): Promise<BillingCustomer> {
  const storedCustomer = await findCustomer(billing, userId)
  if (storedCustomer && (await existsAtProvider(billing, storedCustomer))) return storedCustomer
  const { db, payments } = billing
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(db)
  // The provider repeats its response to a key for a day, even if the customer was deleted in the meantime.
  const idempotencyKey = ['customer', userId, ...(storedCustomer ? [storedCustomer.customerId] : [])].join(':')
  const { id } = await callProvider(billing, (stripe) =>
    stripe.customers.create({ email: rows[0]?.email, metadata: { userId } }, { idempotencyKey }),
  )
  if (storedCustomer) {
    await sql`
      update billing_customers set customer_id = ${id}, attempt = attempt + 1
      where user_id = ${userId} and side = ${payments.account} and customer_id = ${storedCustomer.customerId}`.execute(
      db,
    )
  }
  await sql`
    insert into billing_customers (user_id, side, customer_id) values (${userId}, ${payments.account}, ${id})
    on conflict (user_id, side) do nothing`.execute(db)
  const customer = await findCustomer(billing, userId)
  if (!customer) throw new Error(`The customer of ${userId} could not be stored.`)
  return customer
}

async function existsAtProvider(billing: Billing, { customerId }: BillingCustomer): Promise<boolean> {
  try {
    const customer = await callProvider(billing, (stripe) => stripe.customers.retrieve(customerId))
    return !customer.deleted
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

export async function findCustomer(
  { db, payments }: Pick<Billing, 'db' | 'payments'>,
  userId: string,
): Promise<BillingCustomer | undefined> {
  const { rows } = await sql<BillingCustomer>`
    select customer_id, attempt from billing_customers
    where user_id = ${userId} and side = ${payments.account}`.execute(db)
  return rows[0]
}
