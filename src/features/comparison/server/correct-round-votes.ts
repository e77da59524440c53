import { sql } from 'kysely'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { countRoundVotes } from './count-round-votes.ts'

/** How many comparisons one transaction recounts. */
const batchRows = 100

/**
 * Corrects the stored number of votes from blind rounds where it differs from a recount, because earlier versions didn't
 * recount it after votes were changed or deleted. Checks only published comparisons: rounds aren't drawn from others.
 */
export async function correctRoundVotes(db: Db): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select c.id from comparisons c
        where c.id > ${last} and c.published_at is not null and c.round_votes <> (
          select count(*) from comparison_votes v where v.comparison_id = c.id and v.shown is not null)
        order by c.id limit ${batchRows}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: (ids) => inTransaction(db, (tx) => countRoundVotes(tx, ids)),
    idOf: (id) => id,
  })
}
