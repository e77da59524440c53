import { sql } from 'kysely'
import { runInBatches } from '#server/platform/batches.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { restorableDays } from '../status-rules.ts'

/** How many prompts each transaction removes. */
const batchRows = 100

/**
 * Permanently removes prompts that were deleted more than 30 days ago, with their versions. Their forks stay. Several
 * processes may run it concurrently. Returns how many prompts were removed.
 */
export async function purgePrompts(db: Db, now: Date): Promise<number> {
  const deletedBefore = new Date(now.getTime() - restorableDays * 86_400_000)
  return runInBatches(batchRows, () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select p.id from prompts p where p.status = 'deleted' and p.deleted_at < ${deletedBefore}
        order by p.id limit ${batchRows} for update skip locked`.execute(tx)
      const ids = rows.map((row) => row.id)
      await sql`update prompts set fork_of = null where fork_of = any(${ids})`.execute(tx)
      await sql`delete from prompts where id = any(${ids})`.execute(tx)
      return ids.length
    }),
  )
}
