import { sql } from 'kysely'
import { storedText, t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { type Part, planReturn, returnWindowMs } from '../rules.ts'
import { type Account, appendEntry, spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { expireGrants, hasEnded } from './expire-grants.ts'
import { type AccountOwner, lockAccount } from './lock-account.ts'

/**
 * Gives back credits that the same user spent with `spendCredits` in the last 15 minutes, unless they were given back
 * already or their grant has ended. Returns the credits that can be spent now. Throws AppError nothing_to_return (with
 * `credits`) if `amount` is more than can be returned. If the payment behind a grant was refunded, the refunded part is
 * removed again immediately.
 */
export async function returnCredits(
  tx: Tx,
  context: CreditContext,
  { amount, ...owner }: AccountOwner & { amount: number },
): Promise<number> {
  const now = context.now()
  const account = await lockAccount(tx, context, owner)
  const entries = await recentEntries(tx, account, now)
  const spends = entries.filter(({ kind }) => kind === 'spend')
  const returnedParts = entries.flatMap(({ kind, parts }) => (kind === 'return' ? parts : []))
  const returnParts = planReturn(spends, returnedParts, await validGrants(tx, account, now), amount)
  if (!returnParts) {
    const credits = spendableCredits(account)
    const message = t('You can only return credits that you spent in the last 15 minutes and haven’t returned yet.')
    throw new AppError('nothing_to_return', message, { credits })
  }
  const json = JSON.stringify(returnParts)
  const ctes = sql`returned as (
    select lot, sum(amount)::integer as amount
    from jsonb_to_recordset(${json}::jsonb) as part (lot uuid, amount integer) group by lot
  ), lots as (
    update credit_lots set remaining = remaining + returned.amount from returned
    where user_id = ${account.userId} and id = returned.lot
  ),`
  const opKey = `return:${newId()}`
  const entry = {
    kind: 'return',
    amount,
    reason: storedText('Returned'),
    opKey,
    at: now,
    parts: sql`${json}::jsonb`,
  } as const
  return spendableCredits(await expireGrants(tx, await appendEntry(tx, account, entry, { ctes }), now))
}

/** How many of the newest ledger entries to search. Nobody causes that many entries in 15 minutes. */
const entriesMax = 1000

type RecentEntry = { kind: string; number: number; parts: Part[] }

/**
 * Returns the spends of the last 15 minutes and all returns among the last `entriesMax` entries, newest first, without
 * settled holds. Entries of returns have no time limit, because a clock that was set back may have dated them too
 * early.
 */
async function recentEntries(tx: Tx, { userId, lastEntry }: Account, now: Date): Promise<RecentEntry[]> {
  const { rows } = await sql<RecentEntry>`
    select kind, number, parts from credit_ledger
    where user_id = ${userId} and number > ${(lastEntry ?? 0) - entriesMax} and parts is not null
      and (kind = 'return' or created_at > ${new Date(now.getTime() - returnWindowMs)})
    order by number desc`.execute(tx)
  return rows
}

/** Returns the ids of a user's grants that haven't ended and whose payment wasn't fully refunded or disputed. */
async function validGrants(tx: Tx, { userId }: Account, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from credit_lots l where user_id = ${userId} and due_back < amount and not ${hasEnded(now)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
