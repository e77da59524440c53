import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Part, planReturn, returnWindowMs } from '../rules.ts'
import { type Account, appendEntry, spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { expireLots, hasEnded } from './expire-lots.ts'
import { lockAccount, type Owner } from './lock-account.ts'

/**
 * Gives back what the same person took by `spendCredits` in the last 15 minutes, hasn't had back yet and still counts
 * (POST /api/user/credits/increase). It can't mint credits: AppError nothing_to_return (with `credits`) when `amount` is
 * more than that. Of a payment that went back in part, what is due goes at once; of one that went back whole nothing
 * counts. Answers what can be spent now.
 */
export async function returnCredits(
  tx: Tx,
  context: CreditContext,
  { amount, ...owner }: Owner & { amount: number },
): Promise<number> {
  const now = context.now()
  const account = await lockAccount(tx, context, owner)
  const recent = await recentEntries(tx, account, now)
  const spends = recent.filter(({ kind }) => kind === 'spend')
  const returned = recent.flatMap(({ kind, parts }) => (kind === 'return' ? parts : []))
  const back = planReturn(spends, returned, await liveLots(tx, account, now), amount)
  if (!back) {
    const credits = spendable(account)
    throw new AppError('nothing_to_return', 'There are no recent credits of yours to give back.', { credits })
  }
  const json = JSON.stringify(back)
  const also = sql`back as (
    select lot, sum(amount)::integer as amount
    from jsonb_to_recordset(${json}::jsonb) as part (lot uuid, amount integer) group by lot
  ), lots as (
    update credit_lots set remaining = remaining + back.amount from back
    where user_id = ${account.userId} and id = back.lot
  ),`
  const opKey = `return:${newId()}`
  const entry = { kind: 'return', amount, reason: 'Given back', opKey, at: now, parts: sql`${json}::jsonb` } as const
  return spendable(await expireLots(tx, await appendEntry(tx, account, entry, { also }), now))
}

/** How far back in a ledger it is looked: far more than anybody spends in the time that counts. */
const entriesMax = 1000

type Recent = { kind: string; number: number; parts: Part[] }

/** The spends of the last 15 minutes and all that went back, newest first; a clock set back dates a return too early. */
async function recentEntries(tx: Tx, { userId, lastEntry }: Account, now: Date): Promise<Recent[]> {
  const { rows } = await sql<Recent>`
    select kind, number, parts from credit_ledger
    where user_id = ${userId} and number > ${(lastEntry ?? 0) - entriesMax} and parts is not null
      and (kind = 'return' or created_at > ${new Date(now.getTime() - returnWindowMs)})
    order by number desc`.execute(tx)
  return rows
}

async function liveLots(tx: Tx, { userId }: Account, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from credit_lots l where user_id = ${userId} and due_back < amount and not ${hasEnded(now)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
