import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { refreshAccount } from './refresh-account.ts'

/**
 * The owner of a credit account, and the network of the request (`networkOf`). Without a network, the account gets no
 * first grant while these are limited.
 */
export type AccountOwner = { userId: string; network?: string }

/**
 * Returns the account, locked until the transaction ends. Creates the account if it doesn't exist. If it is due for an
 * update (`dueAt`), closes expired holds, removes what is left in ended grants, and grants the period's allowance.
 */
export async function lockAccount(tx: Tx, context: CreditContext, owner: AccountOwner): Promise<Account> {
  const { isDue, ...account } = await lockRow(tx, owner.userId, context.now())
  return isDue ? refreshAccount(tx, context, account, owner.network) : account
}

/** Does the same as `lockAccount`, but without the update. `isDue` tells whether the account is due for it. */
export async function lockRow(tx: Tx, userId: string, now: Date): Promise<Account & { isDue: boolean }> {
  const read = () =>
    sql<Omit<Account, 'userId'> & { isDue: boolean }>`
      select balance, reserved, last_entry, due_at <= ${now} as "isDue"
      from credit_accounts where user_id = ${userId} for update`.execute(tx)
  let { rows } = await read()
  if (!rows[0]) {
    await sql`insert into credit_accounts (user_id) values (${userId}) on conflict do nothing`.execute(tx)
    rows = (await read()).rows
  }
  const [row] = rows
  if (!row) throw new Error(`The credit account of ${userId} could not be created.`)
  return { userId, ...row }
}
