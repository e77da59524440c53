import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import type { Account } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { refreshAccount } from './refresh-account.ts'

/** Whose account, and the network that its owner comes from; without one nobody counts first grants. */
export type Owner = { userId: string; network?: string }

/**
 * The account as it is now, locked until the transaction ends: made when it isn't there, with expired holds fallen back,
 * expired lots gone and the period's allowance granted.
 */
export async function lockAccount(tx: Tx, context: CreditContext, owner: Owner): Promise<Account> {
  const { isDue, ...account } = await lockRow(tx, owner.userId, context.now())
  return isDue ? refreshAccount(tx, context, account, owner.network) : account
}

/** The same, without granting: for what sets the allowance itself. */
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
  if (!row) throw new Error(`The credit account of ${userId} could not be made.`)
  return { userId, ...row }
}
