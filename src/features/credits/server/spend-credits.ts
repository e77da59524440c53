import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { newId } from '#platform/ids.ts'
import { claimWithResponses, hashOf, type OnceRequest } from '#platform/work/once-claims.ts'
import { appendEntry, spendableCredits } from './append-entry.ts'
import type { CreditContext } from './credit-context.ts'
import { type AccountOwner, lockAccount } from './lock-account.ts'
import { partsAsJson, partsOfGrants, requireCredits, takenFromGrants } from './take-from-grants.ts'

/** Credits to spend. `reason` is what the ledger entry shows, or null. */
export type Spend = AccountOwner & { amount: number; reason: string | null }
/** One spend of a batch. If its request has an Idempotency-Key, the response is stored in the same statement. */
export type BatchedSpend = Spend & { request?: OnceRequest }

/**
 * Spends credits and returns the credits that can be spent now. Throws AppError insufficient_credits (with `credits`).
 */
export async function spendCredits(tx: Tx, context: CreditContext, spending: Spend): Promise<number> {
  const quick = await spendInBatch(tx, context.now(), [spending])
  const credits = quick.get(spending.userId)
  if (credits !== undefined) return credits
  const { amount, reason } = spending
  const account = await lockAccount(tx, context, spending)
  requireCredits(account, amount)
  const ctes = sql`${partsOfGrants(account.userId, amount)}
    ${takenFromGrants(account.userId)}`
  const entry = { kind: 'spend', amount: -amount, reason, opKey: null, at: context.now(), parts: partsAsJson } as const
  return spendableCredits(await appendEntry(tx, account, entry, { ctes }))
}

/**
 * Spends for several different users in one statement, and returns what each of them can spend now. A user without a
 * result was skipped, not refused: the account may be missing, locked, due for an update or short of credits, the grant
 * that expires first may be too small, or the Idempotency-Key may have been used before.
 */
export async function spendInBatch(db: Db, now: Date, spends: BatchedSpend[]): Promise<Map<string, number>> {
  const requests = spends.map(({ request }) => (request?.key === undefined ? undefined : request))
  const { rows } = await sql<{ userId: string; credits: number }>`${preparedOnce}
    with spending as (
      select * from unnest(${spends.map(({ userId }) => userId)}::uuid[], ${spends.map(newId)}::uuid[],
        ${spends.map(({ amount }) => amount)}::integer[], ${spends.map(({ reason }) => reason)}::text[],
        ${requests.map((request) => request?.path ?? null)}::text[], ${requests.map((request) => request?.key ?? null)}::text[],
        ${requests.map((request) => request && hashOf(request.body).toString('hex'))}::text[])
        as spending (user_id, entry_id, cost, reason, path, key, hash)
    ), account as (
      select a.user_id, a.balance, a.reserved, a.last_entry, s.entry_id, s.cost, s.reason, s.path, s.key, s.hash
      from spending s join credit_accounts a on a.user_id = s.user_id
      where a.due_at > ${now} and a.balance - a.reserved >= s.cost for update of a skip locked
    ), first as (
      select a.user_id, a.cost, oldest.id, oldest.remaining from account a cross join lateral (
        select l.id, l.remaining from credit_lots l where l.user_id = a.user_id and l.remaining > 0
        order by l.expires_at, l.entry limit 1 for update
      ) oldest
    ), payable as (
      select a.user_id, a.path, a.key, decode(a.hash, 'hex') as request_hash, a.entry_id as run,
        jsonb_build_object('credits', a.balance - a.reserved - a.cost) as answer
      from account a join first on first.user_id = a.user_id where first.remaining >= first.cost
    ), claimed as (${claimWithResponses(sql`payable`, now)}
    ), taken as (
      -- first.remaining was read with the lock. l.remaining may be older, and a constraint could fail because of it.
      update credit_lots l set remaining = first.remaining - first.cost from first
      where l.user_id = first.user_id and l.id = first.id and first.user_id in (
        select user_id from payable where key is null union all select user_id from claimed
      )
      returning l.user_id, l.id
    ), entry as (
      insert into credit_ledger
        (user_id, number, previous, id, kind, amount, balance_before, balance_after, reason, created_at, parts)
      select a.user_id, a.last_entry + 1, a.last_entry, a.entry_id, 'spend', -a.cost, a.balance, a.balance - a.cost,
        a.reason, ${now}, jsonb_build_array(jsonb_build_object('lot', taken.id, 'amount', a.cost))
      from account a join taken on taken.user_id = a.user_id
    )
    update credit_accounts a set balance = a.balance - account.cost, last_entry = a.last_entry + 1
    from account join taken on taken.user_id = account.user_id
    where a.user_id = account.user_id returning a.user_id, a.balance - a.reserved as credits`.execute(db)
  return new Map(rows.map(({ userId, credits }) => [userId, credits]))
}
