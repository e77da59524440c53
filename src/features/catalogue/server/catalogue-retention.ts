import { sql } from 'kysely'
import type { Retention } from '#platform/work/retention.ts'
import { restorableDays } from '../status-rules.ts'
import { forgetEdits } from './author-counts.ts'

/** Deleted prompts, with their versions, and daily counts that no ranking period needs (the longest is a month). */
export const catalogueRetention: Retention[] = [
  {
    table: 'prompts',
    batchRows: 100,
    async deleteSome(tx, now, limit) {
      const deletedBefore = new Date(now.getTime() - restorableDays * 86_400_000)
      const { rows } = await sql<{ id: string }>`
        select p.id from prompts p where p.status = 'deleted' and p.deleted_at < ${deletedBefore}
        order by p.id limit ${limit} for update skip locked`.execute(tx)
      const ids = rows.map((row) => row.id)
      await forgetEdits(tx, ids, now)
      await sql`update prompts set fork_of = null where fork_of = any(${ids})`.execute(tx)
      await sql`delete from prompts where id = any(${ids})`.execute(tx)
      return ids.length
    },
  },
  { table: 'authorDays', column: 'day', unit: 'day', keep: 40 },
]
