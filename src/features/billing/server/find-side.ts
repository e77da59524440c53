import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'

type Key = { secretKey: string; now: Date; connect: () => Promise<Stripe> }

/** What is so for every key: rows from before sides were written down belong to whichever key comes first. */
const unnamed = 'stripe'

/**
 * The side that a secret key of Stripe belongs to: its mode and account, such as `live:acct_1`. Asked of Stripe with the
 * first use of a key, and kept. A restricted key may not ask for its account (docs.stripe.com/keys/restricted-api-keys):
 * it is taken for one of the account that was there before, if there was one. Throws what Stripe's client throws.
 */
export async function findSide(db: Db, { secretKey, now, connect }: Key): Promise<string> {
  const hash = createHash('sha256').update(secretKey).digest()
  const { rows } = await sql<{ side: string }>`select side from billing_keys where key_hash = ${hash}`.execute(db)
  if (rows[0]) return rows[0].side
  const mode = /^[a-z]+_live_/.test(secretKey) ? 'live' : 'test'
  const account = await askAccount(connect)
  return inTransaction(db, async (tx) => {
    const side = account ? `${mode}:${account}` : await onlySideOf(tx, mode)
    await sql`
      insert into billing_keys (key_hash, side, first_used_at) values (${hash}, ${side}, ${now})
      on conflict do nothing`.execute(tx)
    for (const table of ['billing_customers', 'billing_subscriptions', 'billing_invoices']) {
      await sql`update ${sql.table(table)} set side = ${side} where side in (${unnamed}, ${mode})`.execute(tx)
    }
    return side
  })
}

async function askAccount(connect: Key['connect']): Promise<string | null> {
  try {
    return (await (await connect()).accounts.retrieveCurrent()).id
  } catch (error) {
    if ((Object(error) as { type?: unknown }).type === 'StripePermissionError') return null
    throw error
  }
}

/** The one account of a mode that is known; the mode alone where there is none, or more than one. */
async function onlySideOf(tx: Tx, mode: string): Promise<string> {
  const { rows } = await sql<{ side: string }>`
    select distinct side from billing_keys where starts_with(side, ${`${mode}:`})`.execute(tx)
  const [only] = rows
  return rows.length === 1 && only ? only.side : mode
}

/** How many subscriptions that go on belong to another side than `side`, and so are ignored, by their side. */
export async function findForeign(db: Db, side: string | undefined): Promise<{ side: string; count: number }[]> {
  const { rows } = await sql<{ side: string; count: number }>`
    select side, count(*) as count from billing_subscriptions
    where status not in ('canceled', 'incomplete_expired') and side <> ${side ?? ''}
    group by side order by side`.execute(db)
  return rows
}
