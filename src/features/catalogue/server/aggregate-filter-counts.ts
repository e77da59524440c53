import { sql } from 'kysely'
import { runInBatches } from '#platform/batches.ts'
import { type Db, inTransaction } from '#platform/db.ts'

/** The maximum number of changes that one transaction adds. */
const batchRows = 10_000

/**
 * Moves the rows of filter_count_changes into the counts of prompts in filter_counts, and returns how many it moved.
 * Readers sum both tables, so they always see each change exactly once. Several processes may do this concurrently.
 */
export async function aggregateFilterCounts(db: Db): Promise<number> {
  return runInBatches(batchRows, () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ changes: number }>`
        with deleted_changes as (
          delete from filter_count_changes where ctid = any (array(
            select ctid from filter_count_changes limit ${batchRows} for update skip locked))
          returning category_id, filters, prompts
        ), added as (
          insert into filter_counts (category_id, filters, prompts)
          select category_id, filters, sum(prompts) from deleted_changes group by 1, 2 having sum(prompts) <> 0 order by 1, 2
          on conflict (category_id, filters) do update set prompts = filter_counts.prompts + excluded.prompts
        )
        select count(*) as changes from deleted_changes`.execute(tx)
      const changes = rows[0]?.changes ?? 0
      if (changes > 0) await sql`delete from filter_counts where prompts = 0`.execute(tx)
      return changes
    }),
  )
}
