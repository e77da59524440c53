import { sql } from 'kysely'
import { storedText } from '#lib/texts.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { holdMs } from '../rules.ts'
import { recomputeResults } from './recompute-results.ts'

/** How many runs one transaction closes at most. */
const batchSize = 20
const interruptedMessage = storedText('The server stopped before this answer was complete. Nothing was charged.')

/**
 * Closes the runs whose process died: those that started at least `holdMs` ago and haven't ended. Marks
 * their answers without an outcome as failed. By then, the credits reserved for these answers are free again.
 */
export async function closeTestRuns(db: Db, now: Date): Promise<void> {
  const isInterrupted = sql`ended_at is null and created_at <= ${new Date(now.getTime() - holdMs)}`
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select id from test_runs where ${isInterrupted} and id > ${last} order by id limit ${batchSize}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: (ids) => closeRuns(db, ids, now),
    idOf: (id) => id,
  })
}

function closeRuns(db: Db, ids: string[], now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; promptId: string }>`
      update test_runs set ended_at = ${now} where id in (
        select id from test_runs where id = any(${ids}) and ended_at is null for update skip locked)
      returning id, prompt_id`.execute(tx)
    if (rows.length === 0) return
    await sql`
      update test_answers set status = 'failed', failure = ${interruptedMessage}, price = 0, answered_at = ${now}
      where status = 'running' and run_id = any(${rows.map(({ id }) => id)})`.execute(tx)
    await recomputeResults(tx, [...new Set(rows.map(({ promptId }) => promptId))].sort())
  })
}
