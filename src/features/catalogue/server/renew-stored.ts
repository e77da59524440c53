import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'

/** How to recompute a stored part of prompts or tools, such as the excerpts, that older rules computed. */
export type Renewal = {
  /** Recomputes some rows and returns their ids. The list is empty when all rows are done. */
  renewSome: (tx: Tx) => Promise<string[]>
  /** Whether pages show what is recomputed. */
  isShown: boolean
}

/**
 * Runs a renewal to completion and returns how many rows it recomputed. If pages show what is recomputed, invalidates
 * the pages of each row in the transaction that recomputes the row, and all other pages once at the end, because lists
 * and counts may have changed. Several processes may run the same renewal concurrently.
 */
export async function renewStored(db: Db, { renewSome, isShown }: Renewal): Promise<number> {
  let renewedCount = 0
  try {
    for (;;) {
      const ids = await inTransaction(db, async (tx) => {
        const ids = await renewSome(tx)
        if (ids.length > 0 && isShown) await recordContentChange(tx, ids)
        return ids
      })
      if (ids.length === 0) return renewedCount
      renewedCount += ids.length
    }
  } finally {
    if (renewedCount > 0 && isShown) await inTransaction(db, (tx) => recordContentChange(tx, [everything]))
  }
}
