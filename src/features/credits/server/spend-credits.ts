import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { preparedOnce } from '#server/platform/prepared-statements.ts'
import { appendEntry, spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount, type Owner } from './lock-account.ts'
import { partsAsJson, partsOfLots, requireCredits, takenFromLots } from './take-credits.ts'

export type Spending = Owner & { amount: number; reason: string | null }

/**
 * Takes credits at once (POST /api/user/credits/decrease). Answers what can be spent now. AppError insufficient_credits
 * (with `credits`) when there are too few.
 */
export async function spendCredits(tx: Tx, context: CreditContext, spending: Spending): Promise<number> {
  const credits = await spendInOneStatement(tx, context, spending)
  if (credits !== null) return credits
  const { amount, reason } = spending
  const account = await lockAccount(tx, context, spending)
  requireCredits(account, amount)
  const also = sql`${partsOfLots(account.userId, amount)}
    ${takenFromLots(account.userId)}`
  const entry = { kind: 'spend', amount: -amount, reason, opKey: null, at: context.now(), parts: partsAsJson } as const
  return spendable(await appendEntry(tx, account, entry, { also }))
}

/**
 * The same in one round trip, where nothing is due and the lot that ends first is seen to suffice; else null, and nothing
 * was changed. Account and lot are locked before they are read, in the order that all verbs keep; lots that were added
 * while it waited are not seen, so null isn't a refusal. What is left in the lot comes from the locked row: PostgreSQL
 * checks constraints on what it makes of the row as it was before the wait.
 */
export async function spendInOneStatement(
  db: Db,
  context: CreditContext,
  { userId, amount, reason }: Spending,
): Promise<number | null> {
  const now = context.now()
  const { rows } = await sql<{ credits: number }>`${preparedOnce}
    with account as (
      select user_id, balance, last_entry from credit_accounts
      where user_id = ${userId} and due_at > ${now} and balance - reserved >= ${amount}::integer for update
    ), first as (
      select l.id, l.remaining from account a join credit_lots l on l.user_id = a.user_id
      where l.user_id = ${userId} and l.remaining > 0 order by l.expires_at, l.id limit 1 for update of l
    ), taken as (
      update credit_lots l set remaining = first.remaining - ${amount}::integer from first
      where l.user_id = ${userId} and l.id = first.id and first.remaining >= ${amount}::integer returning l.id
    ), entry as (
      insert into credit_ledger
        (user_id, number, previous, id, kind, amount, balance_before, balance_after, reason, created_at, parts)
      select a.user_id, last_entry + 1, last_entry, ${newId()}, 'spend', -${amount}::integer, balance,
        balance - ${amount}::integer, ${reason}, ${now},
        jsonb_build_array(jsonb_build_object('lot', taken.id, 'amount', ${amount}::integer))
      from account a, taken
    )
    update credit_accounts a set balance = a.balance - ${amount}::integer, last_entry = a.last_entry + 1 from taken
    where a.user_id = ${userId} returning a.balance - a.reserved as credits`.execute(db)
  return rows[0]?.credits ?? null
}
