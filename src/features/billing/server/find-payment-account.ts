import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'

type KeyAccess = { secretKey: string; now: Date; connect: () => Promise<Stripe> }

/**
 * The value of `side` in rows that are older than that column. The first key that is used moves these rows to its
 * account.
 */
const unrecordedAccount = 'stripe'

/**
 * Returns the payment account of a Stripe secret key, such as `live:acct_1`. Asks Stripe once per key, and then moves
 * rows of unknown accounts to this account. For a restricted key, which can't read its account
 * (docs.stripe.com/keys/restricted-api-keys), assumes `findOnlyAccount`. Throws what Stripe's client throws.
 */
export async function findPaymentAccount(db: Db, { secretKey, now, connect }: KeyAccess): Promise<string> {
  const hash = createHash('sha256').update(secretKey).digest()
  const { rows } = await sql<{ account: string }>`
    select side as account from billing_keys where key_hash = ${hash}`.execute(db)
  if (rows[0]) return rows[0].account
  const mode = /^[a-z]+_live_/.test(secretKey) ? 'live' : 'test'
  const accountId = await readAccountId(connect)
  return inTransaction(db, async (tx) => {
    const account = accountId ? `${mode}:${accountId}` : await findOnlyAccount(tx, mode)
    await sql`
      insert into billing_keys (key_hash, side, first_used_at) values (${hash}, ${account}, ${now})
      on conflict do nothing`.execute(tx)
    for (const table of ['billing_customers', 'billing_subscriptions', 'billing_invoices']) {
      await sql`update ${sql.table(table)} set side = ${account} where side in (${unrecordedAccount}, ${mode})`.execute(
        tx,
      )
    }
    return account
  })
}

async function readAccountId(connect: KeyAccess['connect']): Promise<string | null> {
  try {
    return (await (await connect()).accounts.retrieveCurrent()).id
  } catch (error) {
    if ((Object(error) as { type?: unknown }).type === 'StripePermissionError') return null
    throw error
  }
}

/** Returns the only known account of a mode, or just the mode if none or more than one is known. */
async function findOnlyAccount(tx: Tx, mode: string): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select distinct side as account from billing_keys where starts_with(side, ${`${mode}:`})`.execute(tx)
  const [firstRow] = rows
  return rows.length === 1 && firstRow ? firstRow.account : mode
}

/**
 * Counts the running subscriptions in each payment account other than `account`. The site ignores them. While payments
 * are off, `account` is undefined, and those in every account are counted.
 */
export async function countForeignSubscriptions(
  db: Db,
  account: string | undefined,
): Promise<{ account: string; count: number }[]> {
  const { rows } = await sql<{ account: string; count: number }>`
    select side as account, count(*) as count from billing_subscriptions
    where status not in ('canceled', 'incomplete_expired') and side <> ${account ?? ''}
    group by side order by side`.execute(db)
  return rows
}
