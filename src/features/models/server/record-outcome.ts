import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { AskOutcome } from './ask-vendor.ts'

const micros = 1_000_000

/** Records how a question went at a source: the time of its last answer or failure, and what the day's answers cost. */
export async function recordOutcome(
  db: Db,
  source: string,
  { model, cost, answered, failure }: AskOutcome,
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const answeredAt = answered ? now : null
  const failedAt = failure === null ? null : now
  const failedModel = failure === null ? null : model
  await sql`
    insert into model_states as s (source, answered_at, failed_at, failed_model, failure, spent_on, spent_micros)
    values (${source}, ${answeredAt}, ${failedAt}, ${failedModel}, ${failure}, ${day}, ${Math.ceil(cost * micros)})
    on conflict (source) do update set
      answered_at = coalesce(excluded.answered_at, s.answered_at),
      failed_at = coalesce(excluded.failed_at, s.failed_at),
      failed_model = coalesce(excluded.failed_model, s.failed_model),
      failure = coalesce(excluded.failure, s.failure),
      spent_on = excluded.spent_on,
      spent_micros = excluded.spent_micros + case when s.spent_on = excluded.spent_on then s.spent_micros else 0 end`.execute(
    db,
  )
}
