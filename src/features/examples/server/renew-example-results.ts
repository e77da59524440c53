import { sql } from 'kysely'
import { withPicture } from '#features/catalogue/filter-rules.ts'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { recordPictures } from '#features/catalogue/server/stored/store-card-facts.ts'
import { storeResults } from '#features/results/server/store-results.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { chosenExample, exampleSources, storeExampleResults } from './store-example-results.ts'

/** How many prompts one transaction changes. */
const batchSize = 100

/**
 * Removes members' examples from all cards if the setting EXAMPLES is off. If it is on (`isOpen`), restores them, and
 * replaces those that older rules chose. Does nothing if the cards are up to date.
 */
export async function renewExampleResults(db: Db, isOpen: boolean): Promise<void> {
  const due = isOpen
    ? sql`select p.id from prompts p cross join lateral ${chosenExample} chosen
        where p.id in (select prompt_id from examples where status = 'published')
          and (not exists (select from results r where r.prompt_id = p.id and r.source_id = chosen.source_id)
            or (chosen.picture is not null) <> (p.filters @> ${[withPicture]}::text[]))`
    : sql`select p.id from prompts p where exists (
        select from results r where r.prompt_id = p.id and r.source = any(${exampleSources}))`
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
  if (isOpen) return storeExampleResults(tx, ids)
  await storeResults(tx, { promptIds: ids, sources: exampleSources }, [])
  await recordPictures(tx, ids)
}
