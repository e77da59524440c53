import { sql } from 'kysely'
import { ask, type Billing } from './billing-stage.ts'

/** A person at the payment provider. `attempt`: the number of the try to subscribe that runs or comes next. */
export type BillingCustomer = { customerId: string; attempt: number }

/** Makes the customer with the first need of one; whoever asks at the same time gets the same. */
export async function findOrCreateCustomer(billing: Billing, userId: string): Promise<BillingCustomer> {
  const known = await findCustomer(billing, userId)
  if (known) return known
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(billing.db)
  const { id } = await ask(billing, (stripe) =>
    stripe.customers.create({ email: rows[0]?.email, metadata: { userId } }, { idempotencyKey: `customer:${userId}` }),
  )
  await sql`
    insert into billing_customers (user_id, customer_id) values (${userId}, ${id}) on conflict do nothing`.execute(
    billing.db,
  )
  const made = await findCustomer(billing, userId)
  if (!made) throw new Error(`The customer of ${userId} could not be kept.`)
  return made
}

export async function findCustomer({ db }: Pick<Billing, 'db'>, userId: string): Promise<BillingCustomer | undefined> {
  const { rows } = await sql<BillingCustomer>`
    select customer_id as "customerId", attempt from billing_customers where user_id = ${userId}`.execute(db)
  return rows[0]
}
