import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import type { ActingToken } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { type AccountOwner, lockAccount } from './lock-account.ts'
import { partsAsJson, partsOfGrants, requireCredits, takenFromGrants } from './take-from-grants.ts'
import { requireDailyCredits } from './token-spending.ts'

export type Reservation = AccountOwner & {
  amount: number
  /**
   * Names what is paid for, such as `run:<id>`. Repeated calls with the same key reserve only once, unless the hold was
   * released in the meantime.
   */
  opKey: string
  /** The reason in the ledger entry that settling the hold adds. */
  reason: string
  /** When the hold is released automatically. By then, the paid work must have ended. */
  expiresAt: Date
  /** The API token that spends the credits. Unset if a session spends them. */
  token?: ActingToken
}

/**
 * The credits that can be spent now. `isPaid` means that the hold with this key was settled earlier, so nothing is
 * reserved, and settling does nothing.
 */
export type ReservationResult = { credits: number; isPaid: boolean }

/**
 * Reserves credits as a hold. Throws AppError insufficient_credits (with `credits`) or rate_limited (the token's daily
 * credits would be exceeded).
 */
export async function reserveCredits(
  tx: Tx,
  context: CreditContext,
  reservation: Reservation,
): Promise<ReservationResult> {
  const quick = (await reserveInBatch(tx, context.now(), [reservation])).get(reservation.userId)
  if (quick !== undefined) return { credits: quick, isPaid: false }
  const { userId, amount, opKey, reason, expiresAt, token } = reservation
  const account = await lockAccount(tx, context, reservation)
  const { rows } = await sql<{ state: string }>`
    select state from credit_holds where user_id = ${userId} and op_key = ${opKey}`.execute(tx)
  const state = rows[0]?.state
  if (state === 'open' || state === 'settled')
    return { credits: spendableCredits(account), isPaid: state === 'settled' }
  requireCredits(account, amount)
  const now = context.now()
  if (token) await requireDailyCredits(tx, { userId, token, amount, now })
  await sql`
    with ${partsOfGrants(userId, amount)}
    ${takenFromGrants(userId)} hold as (
      insert into credit_holds
        (user_id, op_key, amount, parts, state, reason, expires_at, token_id, token_day)
      values (${userId}, ${opKey}, ${amount}, ${partsAsJson}, 'open', ${reason}, ${expiresAt},
        ${token?.id ?? null}::uuid, ${token ? utcDay(now) : null}::date)
      on conflict (user_id, op_key) do update set amount = excluded.amount, parts = excluded.parts, state = 'open',
        reason = excluded.reason, expires_at = excluded.expires_at, closed_at = null,
        token_id = excluded.token_id, token_day = excluded.token_day
    )
    update credit_accounts set reserved = reserved + ${amount}, due_at = least(due_at, ${expiresAt}::timestamptz)
    where user_id = ${userId}`.execute(tx)
  return { credits: spendableCredits(account) - amount, isPaid: false }
}

/**
 * Reserves for several different users in one statement, and returns what each of them can spend afterwards. A user
 * without a result was skipped, not refused: a token spends the credits, the key was used, the user or the account is
 * locked, the account is missing or due for an update, or the grant that expires first is too small. Waits for no lock.
 */
export async function reserveInBatch(tx: Tx, now: Date, reservations: Reservation[]): Promise<Map<string, number>> {
  const withoutToken = reservations.filter(({ token }) => !token)
  if (withoutToken.length === 0) return new Map()
  const { rows } = await sql<{ userId: string; credits: number }>`${preparedOnce}
    with reservation as (
      select * from unnest(${withoutToken.map(({ userId }) => userId)}::uuid[],
        ${withoutToken.map(({ opKey }) => opKey)}::text[], ${withoutToken.map(({ amount }) => amount)}::integer[],
        ${withoutToken.map(({ reason }) => reason)}::text[],
        ${withoutToken.map(({ expiresAt }) => expiresAt)}::timestamptz[])
        as reservation (user_id, op_key, cost, reason, expires_at)
    ), account as (
      select a.user_id, a.reserved, r.op_key, r.cost, r.reason, r.expires_at
      from reservation r join credit_accounts a on a.user_id = r.user_id join users u on u.id = a.user_id
      where a.due_at > ${now} and a.balance - a.reserved >= r.cost
      for update of a skip locked for key share of u skip locked
    ), first as (
      select a.user_id, oldest.id, oldest.remaining from account a cross join lateral (
        select l.id, l.remaining from credit_lots l where l.user_id = a.user_id and l.remaining > 0
        order by l.expires_at, l.entry limit 1 for update
      ) oldest where oldest.remaining >= a.cost
    ), hold as (
      insert into credit_holds (user_id, op_key, amount, parts, state, reason, expires_at)
      select a.user_id, a.op_key, a.cost, jsonb_build_array(jsonb_build_object('lot', first.id, 'amount', a.cost)),
        'open', a.reason, a.expires_at
      from account a join first on first.user_id = a.user_id on conflict do nothing returning user_id, amount
    ), taken as (
      -- first.remaining was read with the lock. l.remaining may be older, and a constraint could fail because of it.
      update credit_lots l set remaining = first.remaining - hold.amount
      from first join hold on hold.user_id = first.user_id where l.user_id = first.user_id and l.id = first.id
    )
    update credit_accounts a
    set reserved = account.reserved + account.cost, due_at = least(a.due_at, account.expires_at)
    from account join hold on hold.user_id = account.user_id where a.user_id = account.user_id
    returning a.user_id, a.balance - a.reserved as credits`.execute(tx)
  return new Map(rows.map(({ userId, credits }) => [userId, credits]))
}
