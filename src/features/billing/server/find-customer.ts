import { sql } from 'kysely'
import { ask, type Billing } from './billing-context.ts'
import { isMissing } from './stripe.ts'

/** A person at the payment provider. `attempt`: the number of the try to subscribe that runs or comes next. */
export type BillingCustomer = { customerId: string; attempt: number }

/**
 * The customer on the side that counts, made with the first need of one; whoever asks at the same time gets the same.
 * One that was deleted at the provider is followed by a new one.
 */
export async function findOrCreateCustomer(billing: Billing, userId: string): Promise<BillingCustomer> {
  const known = await findCustomer(billing, userId)
  if (known && (await isThere(billing, known))) return known
  const { db, payments } = billing
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(db)
  // The provider gives the answer to a key again for a day, also when the customer is gone since.
  const idempotencyKey = ['customer', userId, ...(known ? [known.customerId] : [])].join(':')
  const { id } = await ask(billing, (stripe) =>
    stripe.customers.create({ email: rows[0]?.email, metadata: { userId } }, { idempotencyKey }),
  )
  if (known) {
    await sql`
      update billing_customers set customer_id = ${id}, attempt = attempt + 1
      where user_id = ${userId} and side = ${payments.side} and customer_id = ${known.customerId}`.execute(db)
  }
  await sql`
    insert into billing_customers (user_id, side, customer_id) values (${userId}, ${payments.side}, ${id})
    on conflict (user_id, side) do nothing`.execute(db)
  const made = await findCustomer(billing, userId)
  if (!made) throw new Error(`The customer of ${userId} could not be kept.`)
  return made
}

async function isThere(billing: Billing, { customerId }: BillingCustomer): Promise<boolean> {
  try {
    const customer = await ask(billing, (stripe) => stripe.customers.retrieve(customerId))
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
    where user_id = ${userId} and side = ${payments.side}`.execute(db)
  return rows[0]
}
