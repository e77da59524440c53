import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'

/**
 * Recomputes a stored part of prompts or tools, such as their excerpts, if an older version of its rules computed it.
 */
export type Renewal = {
  /** Recomputes some rows and returns their ids. The list is empty when all rows are done. */
  renewSome: (tx: Tx) => Promise<string[]>
  /** Whether pages show what is recomputed. */
  isShown: boolean
}

/**
 * Runs a renewal to completion and returns the number of rows. Pages that show a row are invalidated with it, and lists
 * and counts once at the end. Several processes may run it concurrently.
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
