import { sql } from 'kysely'
import { lockTallies } from '#features/catalogue/server/vote-tallies.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'

/** On how many prompts one transaction releases the due votes. It locks their tallies. */
const batchPrompts = 200

/**
 * Releases held votes of accounts that are old enough by now, so that they count. Several processes may do so
 * concurrently.
 */
export async function releaseMatureVotes(db: Db, now: Date): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ promptId: string }>`
        select distinct prompt_id from votes where held_until <= ${now} and prompt_id > ${last}
        order by prompt_id limit ${batchPrompts}`.execute(db)
      return rows.map(({ promptId }) => promptId)
    },
    handle: (ids) => releaseVotesOn(db, ids, now),
    idOf: (id) => id,
  })
}

function releaseVotesOn(db: Db, ids: string[], now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockTallies(tx, ids)
    // Votes that another process has released, or that a ban holds now, are no longer due.
    await sql`update votes set held_until = null, effective_at = coalesce(effective_at, ${now})
      where held_until <= ${now} and prompt_id = any(${ids})`.execute(tx)
  })
}
