import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { holdMs } from '../rules.ts'
import { recomputeResults } from './recompute-results.ts'

/** How many runs one transaction closes at most. */
const batchSize = 20
const interruptedMessage = 'The server stopped before this answer was complete. Nothing was charged.'

/**
 * Closes up to `batchSize` runs whose process died: those that started at least `holdMs` ago and haven't ended. Marks
 * their answers without an outcome as failed. By then, the credits reserved for these answers are free again. Returns
 * how many runs it closed.
 */
export function closeTestRuns(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; promptId: string }>`
      update test_runs set ended_at = ${now} where id in (
        select id from test_runs where ended_at is null and created_at <= ${new Date(now.getTime() - holdMs)}
        order by created_at limit ${batchSize} for update skip locked)
      returning id, prompt_id`.execute(tx)
    if (rows.length === 0) return 0
    await sql`
      update test_answers set status = 'failed', failure = ${interruptedMessage}, price = 0, answered_at = ${now}
      where status = 'running' and run_id = any(${rows.map(({ id }) => id)})`.execute(tx)
    await recomputeResults(tx, [...new Set(rows.map(({ promptId }) => promptId))].sort())
    return rows.length
  })
}
