import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import type { CreditSummary } from '../contract.ts'
import { monthlyCredits } from '../rules.ts'
import { type Account, spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { nextPeriodOf } from './grant-allowance.ts'
import { type AccountOwner, lockAccount } from './lock-account.ts'

/**
 * Returns the credits that a user can spend. If the account doesn't exist or is due for an update, creates or updates
 * it first (see `lockAccount`). Otherwise locks nothing.
 */
export async function readCredits(db: Db, context: CreditContext, owner: AccountOwner): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select balance - reserved as credits from credit_accounts
    where user_id = ${owner.userId} and due_at > ${context.now()}`.execute(db)
  if (rows[0]) return rows[0].credits
  return spendableCredits(await inTransaction(db, (tx) => lockAccount(tx, context, owner)))
}

/** Does the same as `readCredits`, but in the caller's transaction, and always locks the account. */
export async function readCreditsIn(tx: Tx, context: CreditContext, owner: AccountOwner): Promise<number> {
  return spendableCredits(await lockAccount(tx, context, owner))
}

/** Returns the account's summary for its owner. */
export async function readSummary(db: Db, context: CreditContext, owner: AccountOwner): Promise<CreditSummary> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, context, owner)
    const plan = await context.planOf(tx, owner.userId)
    const { rows } = await sql<{ allowanceLeft: number; dueAt: Date }>`
      select due_at, (
        select coalesce(sum(remaining), 0) from credit_lots l where l.user_id = a.user_id and kind = 'allowance'
      ) as "allowanceLeft"
      from credit_accounts a where user_id = ${owner.userId}`.execute(tx)
    const { allowanceLeft = 0, dueAt = context.now() } = rows[0] ?? {}
    return {
      credits: spendableCredits(account),
      onHold: account.reserved,
      plan: plan.name,
      monthlyCredits: monthlyCredits[plan.name],
      allowanceLeft,
      otherLeft: spendableCredits(account) - allowanceLeft,
      nextReset: (isFirstGrantPending(account) ? dueAt : nextPeriodOf(plan, context.now())).toISOString(),
    }
  })
}

/**
 * Tells whether no credits have been granted yet. If the user's network has reached the daily limit of first grants,
 * the first allowance has to wait for the next day.
 */
function isFirstGrantPending({ lastEntry }: Account): boolean {
  return lastEntry === null
}
