import { sql } from 'kysely'
import type { ActingToken } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { preparedOnce } from '#server/platform/prepared-statements.ts'
import { spendable } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { lockAccount, type Owner } from './lock-account.ts'
import { partsAsJson, partsOfGrants, requireCredits, takenFromGrants } from './take-from-grants.ts'
import { dayOf, requireDailyCredits } from './token-spending.ts'

export type Reservation = Owner & {
  amount: number
  /** Names what is paid for, such as `run:<id>`. Repeated calls with the same key reserve only once. */
  opKey: string
  /** The reason in the ledger entry that settling the hold adds. */
  reason: string
  /** When the hold is released automatically. It must be later than the paid work can end. */
  expiresAt: Date
  /** The API token that spends the credits. Unset if a session spends them. */
  token?: ActingToken
}

/**
 * The credits that can be spent now. `isPaid` means that the key was settled earlier, so nothing is reserved, and
 * settling does nothing.
 */
export type ReservationResult = { credits: number; isPaid: boolean }

/**
 * Reserves credits as a hold. Throws AppError insufficient_credits (with `credits`) or rate_limited (the token's daily
 * credits are used up).
 */
export async function reserveCredits(
  tx: Tx,
  context: CreditContext,
  reservation: Reservation,
): Promise<ReservationResult> {
  const quick = await reserveQuickly(tx, context.now(), reservation)
  if (quick !== undefined) return { credits: quick, isPaid: false }
  const { userId, amount, opKey, reason, expiresAt, token } = reservation
  const account = await lockAccount(tx, context, reservation)
  const { rows } = await sql<{ state: string }>`
    select state from credit_holds where user_id = ${userId} and op_key = ${opKey}`.execute(tx)
  const state = rows[0]?.state
  if (state === 'open' || state === 'settled') return { credits: spendable(account), isPaid: state === 'settled' }
  requireCredits(account, amount)
  const now = context.now()
  if (token) await requireDailyCredits(tx, { userId, token, amount, now })
  await sql`
    with ${partsOfGrants(userId, amount)}
    ${takenFromGrants(userId)} hold as (
      insert into credit_holds
        (user_id, op_key, amount, parts, state, reason, expires_at, token_id, token_day)
      values (${userId}, ${opKey}, ${amount}, ${partsAsJson}, 'open', ${reason}, ${expiresAt},
        ${token?.id ?? null}::uuid, ${token ? dayOf(now) : null}::date)
      on conflict (user_id, op_key) do update set amount = excluded.amount, parts = excluded.parts, state = 'open',
        reason = excluded.reason, expires_at = excluded.expires_at, closed_at = null,
        token_id = excluded.token_id, token_day = excluded.token_day
    )
    update credit_accounts set reserved = reserved + ${amount}, due_at = least(due_at, ${expiresAt}::timestamptz)
    where user_id = ${userId}`.execute(tx)
  return { credits: spendable(account) - amount, isPaid: false }
}

/**
 * Reserves in one statement, and returns the credits that can be spent afterwards. Returns undefined if nothing
 * changed: a token spends, the key was used, the account is locked or due for an update, or the grant that ends first
 * is too small. The grant's remainder is read from the locked row, as in `spendInBatch`.
 */
async function reserveQuickly(tx: Tx, now: Date, reservation: Reservation): Promise<number | undefined> {
  const { userId, amount, opKey, reason, expiresAt, token } = reservation
  if (token) return undefined
  const { rows } = await sql<{ credits: number }>`${preparedOnce}
    with account as (
      select user_id, reserved from credit_accounts
      where user_id = ${userId} and due_at > ${now} and balance - reserved >= ${amount}::integer
      for update skip locked
    ), first as (
      select a.user_id, oldest.id, oldest.remaining from account a cross join lateral (
        select l.id, l.remaining from credit_lots l where l.user_id = a.user_id and l.remaining > 0
        order by l.expires_at, l.entry limit 1 for update
      ) oldest where oldest.remaining >= ${amount}::integer
    ), hold as (
      insert into credit_holds (user_id, op_key, amount, parts, state, reason, expires_at)
      select user_id, ${opKey}::text, ${amount}::integer,
        jsonb_build_array(jsonb_build_object('lot', id, 'amount', ${amount}::integer)), 'open', ${reason}::text,
        ${expiresAt}::timestamptz
      from first on conflict do nothing returning user_id
    ), taken as (
      update credit_lots l set remaining = first.remaining - ${amount}::integer from first join hold using (user_id)
      where l.user_id = first.user_id and l.id = first.id
    )
    update credit_accounts a
    set reserved = account.reserved + ${amount}::integer, due_at = least(a.due_at, ${expiresAt}::timestamptz)
    from account join hold using (user_id) where a.user_id = account.user_id
    returning a.balance - a.reserved as credits`.execute(tx)
  return rows[0]?.credits
}
