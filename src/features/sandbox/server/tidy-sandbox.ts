import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** Deletes responses that were stored for Idempotency-Keys after a day, and delivered events after 30 days. */
export async function tidySandbox(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await sql`delete from sandbox_requests where created_at < ${before(1)}`.execute(db)
  await sql`delete from sandbox_events where delivered_at < ${before(30)}`.execute(db)
}
