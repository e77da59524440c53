import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Account } from './append-entry.ts'
import { closeHolds } from './close-holds.ts'
import type { CreditContext } from './credit-context.ts'
import { expireGrants } from './expire-grants.ts'
import { grantAllowance } from './grant-allowance.ts'

/**
 * Closes expired holds, removes what is left in ended grants, grants the period's allowance, and stores when the
 * account is next due. Call it whenever an account that is due for an update is read or changed, because correctness
 * must not depend on a job. The account must be locked.
 */
export async function refreshAccount(
  tx: Tx,
  context: CreditContext,
  lockedAccount: Account,
  network: string | undefined,
): Promise<Account> {
  const now = context.now()
  const accountWithoutEndedHolds = await closeHolds(tx, lockedAccount, sql`expires_at <= ${now}`, {
    state: 'expired',
    at: now,
  })
  const accountWithoutEndedGrants = await expireGrants(tx, accountWithoutEndedHolds, now)
  const { account, nextAt } = await grantAllowance(tx, context, accountWithoutEndedGrants, network)
  await setDue(tx, account.userId, now, nextAt)
  return account
}

async function setDue(tx: Tx, userId: string, now: Date, nextPeriod: Date): Promise<void> {
  await sql`
    update credit_accounts set due_at = least(${nextPeriod}::timestamptz,
      (select min(expires_at) from credit_lots where user_id = ${userId} and expires_at > ${now}),
      (select min(expires_at) from credit_holds where user_id = ${userId} and state = 'open'))
    where user_id = ${userId}`.execute(tx)
}
