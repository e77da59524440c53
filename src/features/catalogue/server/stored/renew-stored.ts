import { type RawBuilder, sql } from 'kysely'
import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'

/** How to recompute a stored part of rows, such as the excerpts of prompts, that older rules computed. */
export type Renewal = {
  table: 'prompts' | 'tools' | 'collections' | 'change_requests'
  /** Whether the row `r` is to be recomputed. */
  isDue: RawBuilder<unknown>
  /** How many rows each transaction recomputes. */
  batchRows: number
  /** Recomputes those of these rows that no other process has locked or recomputed, and returns their ids. */
  renew: (tx: Tx, ids: string[]) => Promise<string[]>
  /** Whether pages show what is recomputed. */
  isShown: boolean
}

/**
 * Runs a renewal to completion and returns how many rows it recomputed. If pages show what is recomputed, invalidates
 * the pages of each row in the transaction that recomputes the row, and all other pages once at the end, because lists
 * and counts may have changed. Several processes may run the same renewal concurrently. Throws an Error at the end if
 * rows couldn't be recomputed.
 */
export async function renewStored(db: Db, { table, isDue, batchRows, renew, isShown }: Renewal): Promise<number> {
  let renewedCount = 0
  try {
    await handleEach({
      read: async (last: string = lowestId) => {
        const { rows } = await sql<{ id: string }>`
          select r.id from ${sql.table(table)} r where ${isDue} and r.id > ${last}
          order by r.id limit ${batchRows}`.execute(db)
        return rows.map(({ id }) => id)
      },
      handle: async (ids) => {
        renewedCount += await inTransaction(db, async (tx) => {
          const renewed = await renew(tx, ids)
          if (renewed.length > 0 && isShown) await recordContentChange(tx, renewed)
          return renewed.length
        })
      },
      idOf: (id) => id,
    })
    return renewedCount
  } finally {
    if (renewedCount > 0 && isShown) await inTransaction(db, (tx) => recordContentChange(tx, [everything]))
  }
}
