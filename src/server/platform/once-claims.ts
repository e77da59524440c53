import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Member } from './actor.ts'
import type { Db, Tx } from './db.ts'
import { AppError } from './errors.ts'
import type { IdempotencyKeysTable, StreamEvent } from './idempotency.table.ts'
import { newId } from './ids.ts'
import type { Json } from './json.ts'

/** So long an answer is kept, in ms. */
const keptMs = 24 * 3_600_000

/** A request that may come twice: its Idempotency-Key (undefined without one), its path and its parsed body. */
export type OnceRequest = { key: string | undefined; path: string; body: unknown }

/** A run that has the request for itself until its lease ends. `earlier`: what a run before it, which died, had kept. */
export type Claim = { userId: string; path: string; key: string; run: string; earlier: StreamEvent[] }

/** An answer that was given before. */
export type Kept = { status: number; answer: Json; events: StreamEvent[] }

/**
 * Takes the request for a new run, in a transaction of its own. Gives what was kept when it was answered before.
 * AppError idempotency_mismatch: the key came with another body; in_progress: another run has it, and its lease holds.
 */
export async function claim(
  db: Db,
  member: Member,
  { key, path, body }: OnceRequest & { key: string },
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<{ claim: Claim } | { kept: Kept }> {
  const userId = member.id
  const hash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest()
  const run = newId()
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<{ events: StreamEvent[] }>`
    insert into idempotency_keys as k (user_id, path, key, request_hash, run, lease_until, expires_at)
    values (${userId}, ${path}, ${key}, ${hash}, ${run}, ${leaseUntil}, ${new Date(now.getTime() + keptMs)})
    on conflict (user_id, path, key) do update set
      request_hash = excluded.request_hash, run = excluded.run, lease_until = excluded.lease_until,
      expires_at = excluded.expires_at, status = null, answer = null,
      events = case when k.expires_at <= ${now} then '[]' else k.events end
    where k.expires_at <= ${now}
      or (k.status is null and k.lease_until <= ${now} and k.request_hash = excluded.request_hash)
    returning events`.execute(db)
  if (rows[0]) return { claim: { userId, path, key, run, earlier: rows[0].events } }

  const { rows: kept } = await sql<Pick<IdempotencyKeysTable, 'status' | 'answer' | 'events'> & { sameBody: boolean }>`
    select status, answer, events, request_hash = ${hash} as "sameBody" from idempotency_keys
    where user_id = ${userId} and path = ${path} and key = ${key}`.execute(db)
  const [there] = kept
  if (there && !there.sameBody) {
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key came with another body before. Use a new one.')
  }
  if (!there || there.status === null) throw inProgress()
  return { kept: { status: there.status, answer: there.answer, events: there.events } }
}

/** What a run keeps. `status` null: more is to come. */
export type Keeping = { status: number | null; answer?: Json; events?: StreamEvent[] }

/**
 * Keeps an answer or events in the transaction that makes them true. AppError in_progress when the lease has passed to
 * another run: the transaction must then not commit.
 */
export async function keep(tx: Tx, own: Claim, { status, answer = null, events = [] }: Keeping): Promise<void> {
  const { numAffectedRows } = await sql`
    update idempotency_keys set status = ${status}, answer = ${JSON.stringify(answer)}::jsonb,
      events = events || ${JSON.stringify(events)}::jsonb
    where ${isMine(own)}`.execute(tx)
  if (numAffectedRows !== 1n) throw inProgress()
}

/** Lets go of a request without an answer: a retry begins anew at once, knowing the events that were kept, if any. */
export async function release(db: Db | Tx, own: Claim): Promise<void> {
  await sql`delete from idempotency_keys where ${isMine(own)} and events = '[]'`.execute(db)
  await sql`update idempotency_keys set lease_until = '-infinity' where ${isMine(own)}`.execute(db)
}

/** Answers that are too old to be given again. */
export async function deleteOldAnswers(db: Db, now: Date): Promise<void> {
  await sql`delete from idempotency_keys where expires_at <= ${now}`.execute(db)
}

/** All that is kept of a person's requests, for an account that is deleted. */
export async function eraseAnswers(tx: Tx, userId: string): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${userId}`.execute(tx)
}

/** The run's row while it has no answer: what was answered stays, whatever the run does after that. */
function isMine({ userId, path, key, run }: Claim) {
  return sql`user_id = ${userId} and path = ${path} and key = ${key} and run = ${run} and status is null`
}

function inProgress(): AppError {
  return new AppError('in_progress', 'The first request with this Idempotency-Key still runs. Ask again in a moment.', {
    retryAfter: 2,
  })
}
