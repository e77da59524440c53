import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { setCardPictures } from '#features/catalogue/server/set-card-pictures.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { storeCardPictures } from './store-card-pictures.ts'

/** How many prompts one transaction changes. */
const batchSize = 100

/**
 * Removes the pictures from all cards if the setting EXAMPLES is off, or restores them if it is on (`isOpen`). Does
 * nothing if the cards are up to date.
 */
export async function renewCardPictures(db: Db, isOpen: boolean): Promise<void> {
  const due = isOpen
    ? sql`select distinct p.id from prompts p join examples e on e.prompt_id = p.id
        where p.example_picture is null and e.status = 'published' and e.text is null limit ${batchSize}`
    : sql`select id from prompts where example_picture is not null limit ${batchSize}`
  for (;;) {
    const { rows } = await sql<{ id: string }>`${due}`.execute(db)
    const ids = rows.map(({ id }) => id)
    await inTransaction(db, async (tx) => {
      await lockPrompts(tx, ids)
      if (isOpen) await storeCardPictures(tx, ids)
      else
        await setCardPictures(
          tx,
          ids.map((promptId) => ({ promptId, picture: null })),
        )
    })
    if (ids.length < batchSize) return
  }
}
