import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { SandboxError } from './sandbox-error.ts'

export type SandboxResponse = { status: number; body: object }

/**
 * Handles a request with an Idempotency-Key only once. The same `request` (method, path and body) gets the same
 * response again, even for a declined card. A different request with the same key is refused
 * (docs.stripe.com/api/idempotent_requests).
 */
export async function respondOnce(
  tx: Tx,
  { key, request, now }: { key: string | undefined; request: string; now: Date },
  handle: () => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  if (!key) return handle()
  const hash = createHash('sha256').update(request).digest('hex')
  const { rows } = await sql<{ requestHash: string; status: number; answer: object }>`
    select request_hash, status, answer from sandbox_requests where key = ${key}`.execute(tx)
  const [stored] = rows
  if (stored && stored.requestHash !== hash) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    throw new SandboxError(400, 'idempotency_error', message)
  }
  if (stored) return { status: stored.status, body: stored.answer }
  const response = await handle()
  await sql`
    insert into sandbox_requests (key, request_hash, status, answer, created_at)
    values (${key}, ${hash}, ${response.status}, ${JSON.stringify(response.body)}::jsonb, ${now})`.execute(tx)
  return response
}
