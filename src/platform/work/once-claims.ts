import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Json } from '#platform/json.ts'
import type { IdempotencyKeysTable, StreamEvent } from './idempotency.table.ts'

/** For how long a response is stored, in ms. */
const storedMs = 24 * 3_600_000

/** A request that may be repeated: its Idempotency-Key (undefined if it has none), its path and its parsed body. */
export type OnceRequest = { key: string | undefined; path: string; body: unknown }

/**
 * The claim of a run (one execution of a request): exclusive access to the request until the lease ends. `earlier`: the
 * events that earlier runs of the request stored before they died or failed.
 */
export type Claim = { userId: string; path: string; key: string; run: string; earlier: StreamEvent[] }

/** A response that was stored for retries. */
export type StoredResponse = { status: number; answer: Json; events: StreamEvent[] }

/**
 * Claims the request for a new run, in a transaction of its own, or returns its stored response. Throws AppError
 * idempotency_mismatch if the key was used with another body, or in_progress if another run has a valid lease.
 */
export async function claim(
  db: Db,
  member: Member,
  { key, path, body }: OnceRequest & { key: string },
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<{ claim: Claim } | { stored: StoredResponse }> {
  const userId = member.id
  const hash = hashOf(body)
  const run = newId()
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<{ events: StreamEvent[] }>`${preparedOnce}
    insert into idempotency_keys as k (user_id, path, key, request_hash, run, lease_until, expires_at)
    values (${userId}, ${path}, ${key}, ${hash}, ${run}, ${leaseUntil}, ${new Date(now.getTime() + storedMs)})
    on conflict (user_id, path, key) do update set
      request_hash = excluded.request_hash, run = excluded.run, lease_until = excluded.lease_until,
      expires_at = excluded.expires_at, status = null, answer = null,
      events = case when k.expires_at <= ${now} then '[]' else k.events end
    where k.expires_at <= ${now}
      or (k.status is null and k.lease_until <= ${now} and k.request_hash = excluded.request_hash)
    returning events`.execute(db)
  if (rows[0]) return { claim: { userId, path, key, run, earlier: rows[0].events } }

  const { rows: stored } = await sql<
    Pick<IdempotencyKeysTable, 'status' | 'answer' | 'events'> & { sameBody: boolean }
  >`
    select status, answer, events, request_hash = ${hash} as "sameBody" from idempotency_keys
    where user_id = ${userId} and path = ${path} and key = ${key}`.execute(db)
  const [existing] = stored
  if (existing && !existing.sameBody) {
    throw new AppError(
      'idempotency_mismatch',
      t('This Idempotency-Key was used with another body before. Use a new one.'),
    )
  }
  if (!existing || existing.status === null) throw inProgress()
  return { stored: { status: existing.status, answer: existing.answer, events: existing.events } }
}

/** The hash of a body, which shows whether two requests with the same key have the same body. */
export function hashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest()
}

/**
 * Builds SQL that claims the requests of several members and stores their responses (200) in one statement. `source`: a
 * CTE with user_id, path, key, request_hash, run and answer (jsonb). Returns the user_id of each request that was
 * claimed. Skips requests without a key and those whose key was used before; `claim` handles the latter.
 */
export function claimWithResponses(source: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    insert into idempotency_keys (user_id, path, key, request_hash, run, lease_until, status, answer, expires_at)
    select user_id, path, key, request_hash, run, ${now}::timestamptz, 200, answer, ${new Date(now.getTime() + storedMs)}::timestamptz
    from ${source} where key is not null order by user_id on conflict do nothing returning user_id`
}

/**
 * What a run stores. `status`: null as long as the response isn't complete. `leaseUntil`: the new end of the run's
 * lease.
 */
export type ResponseToStore = { status: number | null; answer?: Json; events?: StreamEvent[]; leaseUntil?: Date }

/**
 * Stores a response or events in the caller's transaction. Throws AppError in_progress if another run has taken over
 * the lease; the transaction must not commit then.
 */
export function storeResponse(tx: Tx, ownClaim: Claim, response: ResponseToStore): Promise<void> {
  return storeResponses(tx, [[ownClaim, response]])
}

/** Like `storeResponse`, for several requests. Throws if any of them was taken over. */
export async function storeResponses(tx: Tx, entries: (readonly [Claim, ResponseToStore])[]): Promise<void> {
  if (entries.length === 0) return
  const claims = entries.map(([ownClaim]) => ownClaim)
  const responses = entries.map(([, response]) => response)
  const { numAffectedRows } = await sql`${preparedOnce}
    update idempotency_keys k set status = s.status, answer = s.answer, events = k.events || s.events,
      lease_until = coalesce(s.lease_until, k.lease_until)
    from unnest(${claims.map(({ userId }) => userId)}::uuid[], ${claims.map(({ path }) => path)}::text[],
      ${claims.map(({ key }) => key)}::text[], ${claims.map(({ run }) => run)}::uuid[],
      ${responses.map(({ status }) => status)}::integer[],
      ${responses.map(({ answer = null }) => JSON.stringify(answer))}::jsonb[],
      ${responses.map(({ events = [] }) => JSON.stringify(events))}::jsonb[],
      ${responses.map(({ leaseUntil }) => leaseUntil ?? null)}::timestamptz[])
      as s (user_id, path, key, run, status, answer, events, lease_until)
    where k.user_id = s.user_id and k.path = s.path and k.key = s.key and k.run = s.run and k.status is null`.execute(
    tx,
  )
  if (numAffectedRows !== BigInt(entries.length)) throw inProgress()
}

/** Ends the lease of a request that has no response, so that a retry can begin immediately. Keeps stored events. */
export async function release(db: Db | Tx, ownClaim: Claim): Promise<void> {
  await sql`delete from idempotency_keys where ${isOwnRow(ownClaim)} and events = '[]'`.execute(db)
  await sql`update idempotency_keys set lease_until = '-infinity' where ${isOwnRow(ownClaim)}`.execute(db)
}

/** Deletes the stored responses of a user whose account is being deleted. */
export async function eraseResponses(tx: Tx, userId: string): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${userId}`.execute(tx)
}

/** Matches the run's row as long as it has no response, because a stored response never changes. */
function isOwnRow({ userId, path, key, run }: Claim) {
  return sql`user_id = ${userId} and path = ${path} and key = ${key} and run = ${run} and status is null`
}

function inProgress(): AppError {
  return new AppError(
    'in_progress',
    t('The first request with this Idempotency-Key is still running. Try again in a moment.'),
    {
      retryAfter: 2,
    },
  )
}
