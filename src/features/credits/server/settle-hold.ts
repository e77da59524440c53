import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { ActingToken } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { type Account, appendEntry, spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import type { CreditHoldsTable } from './credits.table.ts'
import { lockRow } from './lock-account.ts'
import { reserveCredits } from './reserve-credits.ts'

type Hold = Pick<CreditHoldsTable, 'amount' | 'state' | 'reason'>

/** `token` is the API token that spends the credits. It is undefined if a browser session spends them. */
export type SettleInput = { userId: string; opKey: string; token?: ActingToken }

/**
 * Charges a hold, even one that was released. Call it in the transaction that stores the run's result, because neither
 * the result nor the charge may exist without the other. Settling twice charges once. Returns the credits that can be
 * spent now. Throws AppError conflict if there is no such hold; for a released hold also insufficient_credits or
 * rate_limited (the token's daily credits would be exceeded).
 */
export async function settleHold(
  tx: Tx,
  context: CreditContext,
  { userId, opKey, token }: SettleInput,
): Promise<number> {
  const now = context.now()
  const quick = (await settleInBatch(tx, now, [{ userId, opKey }])).get(userId)
  if (quick !== undefined) return quick
  let account: Account = await lockRow(tx, userId, now)
  let hold = await getHoldOrThrow(tx, userId, opKey)
  if (hold.state === 'settled') return spendableCredits(account)
  if (hold.state !== 'open') {
    const expiresAt = new Date(now.getTime() + 60_000)
    const { amount, reason } = hold
    await reserveCredits(tx, context, { userId, opKey, amount, reason, expiresAt, token })
    account = await lockRow(tx, userId, now)
    hold = await getHoldOrThrow(tx, userId, opKey)
  }
  const { amount, reason } = hold
  const ctes = sql`hold as (
    update credit_holds set state = 'settled', closed_at = ${now}
    where user_id = ${userId} and op_key = ${opKey}
  ),`
  const entry = { kind: 'spend', amount: -amount, reason, opKey: `spend:${opKey}`, at: now } as const
  return spendableCredits(await appendEntry(tx, account, entry, { ctes, reserved: account.reserved - amount }))
}

async function getHoldOrThrow(tx: Tx, userId: string, opKey: string): Promise<Hold> {
  const { rows } = await sql<Hold>`
    select amount, state, reason from credit_holds
    where user_id = ${userId} and op_key = ${opKey}`.execute(tx)
  if (!rows[0]) throw new AppError('conflict', t('These credits were never reserved. Start again.'))
  return rows[0]
}

/**
 * Charges open holds of several different users in one statement, and returns what each of them can spend afterwards. A
 * user without a result was skipped: the hold isn't open, or the user or the account is locked. Waits for no lock.
 */
export async function settleInBatch(
  tx: Tx,
  now: Date,
  settlements: Pick<SettleInput, 'userId' | 'opKey'>[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; credits: number }>`${preparedOnce}
    with settlement as (
      select * from unnest(${settlements.map(({ userId }) => userId)}::uuid[],
        ${settlements.map(({ opKey }) => opKey)}::text[], ${settlements.map(newId)}::uuid[])
        as settlement (user_id, op_key, entry_id)
    ), account as (
      select a.user_id, a.balance, a.reserved, a.last_entry, s.op_key, s.entry_id
      from settlement s join credit_accounts a on a.user_id = s.user_id join users u on u.id = a.user_id
      for update of a skip locked for key share of u skip locked
    ), hold as (
      -- An open hold. With "state = 'open'", PostgreSQL may read the index of everybody's open holds instead of its key.
      update credit_holds h set state = 'settled', closed_at = ${now} from account a
      where h.user_id = a.user_id and h.op_key = a.op_key and h.closed_at is null
      returning h.user_id, h.amount, h.reason
    ), entry as (
      insert into credit_ledger
        (user_id, number, previous, id, kind, amount, balance_before, balance_after, reason, op_key, created_at)
      select a.user_id, a.last_entry + 1, a.last_entry, a.entry_id, 'spend', -h.amount, a.balance,
        a.balance - h.amount, h.reason, 'spend:' || a.op_key, ${now}
      from account a join hold h on h.user_id = a.user_id
    )
    update credit_accounts a set balance = account.balance - hold.amount, reserved = account.reserved - hold.amount,
      last_entry = account.last_entry + 1
    from account join hold on hold.user_id = account.user_id where a.user_id = account.user_id
    returning a.user_id, a.balance - a.reserved as credits`.execute(tx)
  return new Map(rows.map(({ userId, credits }) => [userId, credits]))
}
