import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { setCardPictures } from '#features/catalogue/server/store-card-facts.ts'
import { type Db, inTransaction, type Tx } from '#platform/db.ts'
import { handleEach } from '#platform/handle-each.ts'
import { lowestId } from '#platform/ids.ts'
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
        where p.example_picture is null and e.status = 'published' and e.text is null`
    : sql`select p.id from prompts p where p.example_picture is not null`
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`${due} and p.id > ${last} order by p.id limit ${batchSize}`.execute(db)
      return rows.map(({ id }) => id)
    },
    handle: (ids) => inTransaction(db, (tx) => renewOn(tx, ids, isOpen)),
    idOf: (id) => id,
  })
}

async function renewOn(tx: Tx, ids: string[], isOpen: boolean): Promise<void> {
  await lockPrompts(tx, ids)
  if (isOpen) await storeCardPictures(tx, ids)
  else
    await setCardPictures(
      tx,
      ids.map((promptId) => ({ promptId, picture: null })),
    )
}
