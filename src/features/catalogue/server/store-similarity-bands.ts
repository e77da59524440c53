import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { lowestId } from '#server/platform/ids.ts'
import { bandsOf, shinglesOf } from '../similarity-rules.ts'
import type { Renewal } from './renew-stored.ts'

/** How many prompts each transaction of `similarityBandRenewal` changes. */
const batchRows = 200

/**
 * Stores the bands of these prompts' MinHash signatures, by which near-duplicates are found (similarity-rules.ts), in
 * the caller's transaction.
 */
export async function storeSimilarityBands(tx: Tx, prompts: { id: string; content: string }[]): Promise<void> {
  if (prompts.length === 0) return
  const rows = prompts.map(({ id, content }) => ({ promptId: id, bands: bandsOf(shinglesOf(content)) }))
  await sql`
    insert into prompt_bands (prompt_id, bands)
    select "promptId", bands from jsonb_to_recordset(${JSON.stringify(rows)}) as r("promptId" uuid, bands integer[])
    on conflict (prompt_id) do update set bands = excluded.bands`.execute(tx)
}

/** Creates the renewal that adds bands to prompts that were stored before there were bands. No page shows them. */
export function similarityBandRenewal(): Renewal {
  // All prompts up to this id have their bands, so the next batch skips them.
  let last: string = lowestId
  const renewSome = async (tx: Tx) => {
    const { rows } = await sql<{ id: string; content: string }>`
      select p.id, p.content from prompts p
      where p.id > ${last}::uuid and not exists (select from prompt_bands b where b.prompt_id = p.id)
      order by p.id limit ${batchRows}`.execute(tx)
    await storeSimilarityBands(tx, rows)
    last = rows.at(-1)?.id ?? last
    return rows.map(({ id }) => id)
  }
  return { renewSome, isShown: false }
}
