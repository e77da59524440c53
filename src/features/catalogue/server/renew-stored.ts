import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'

/** A part of stored prompts or tools that an older version computed, or didn't. */
export type Renewal = {
  /** Renews some rows; returns their ids, none when none is left. */
  renewSome: (tx: Tx) => Promise<string[]>
  /** Whether pages show what it renews. */
  isShown: boolean
}

/**
 * Renews what older versions stored. Returns the number of rows. The pages that show a row are invalidated with it,
 * lists and counts once at the end. Several processes may run it at once.
 */
export async function renewStored(db: Db, { renewSome, isShown }: Renewal): Promise<number> {
  let renewed = 0
  try {
    for (;;) {
      const ids = await inTransaction(db, async (tx) => {
        const some = await renewSome(tx)
        if (some.length > 0 && isShown) await recordContentChange(tx, some)
        return some
      })
      if (ids.length === 0) return renewed
      renewed += ids.length
    }
  } finally {
    if (renewed > 0 && isShown) await inTransaction(db, (tx) => recordContentChange(tx, [everything]))
  }
}
