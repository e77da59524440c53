import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { runInBatches } from '#platform/work/batches.ts'

/** How many rows one statement deletes: few enough to be fast. */
const batchSize = 5_000

/** Deletes the counts of all of a member's prompts when the account is deleted, even of prompts that aren't deleted. */
export async function deleteStatisticsOf(tx: Tx, userId: string): Promise<void> {
  await runInBatches(batchSize, async () => {
    const { numAffectedRows } = await sql`
      delete from prompt_days where ctid = any (array(
        select d.ctid from prompt_days d join prompts p on p.id = d.prompt_id where p.user_id = ${userId}
        limit ${batchSize}))`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}
