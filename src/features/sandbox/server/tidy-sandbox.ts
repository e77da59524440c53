import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/**
 * After a day, deletes the stored responses to requests with an Idempotency-Key. Deletes events 30 days after their
 * delivery.
 */
export async function tidySandbox(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await sql`delete from sandbox_requests where created_at < ${before(1)}`.execute(db)
  await sql`delete from sandbox_events where delivered_at < ${before(30)}`.execute(db)
}
