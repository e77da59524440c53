import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { bandsOfText } from '../../similarity-rules.ts'
import type { Renewal } from './renew-stored.ts'

/**
 * Stores the bands of these prompts' MinHash signatures, by which near-duplicates are found (similarity-rules.ts), in
 * the caller's transaction.
 */
export async function storeSimilarityBands(tx: Tx, prompts: { id: string; bands: number[] }[]): Promise<void> {
  if (prompts.length === 0) return
  const rows = prompts.map(({ id, bands }) => ({ promptId: id, bands }))
  await sql`
    insert into prompt_bands (prompt_id, bands)
    select "promptId", bands from jsonb_to_recordset(${JSON.stringify(rows)}) as r("promptId" uuid, bands integer[])
    on conflict (prompt_id) do update set bands = excluded.bands`.execute(tx)
}

const isDue = sql`not exists (select from prompt_bands b where b.prompt_id = r.id)`

/** The renewal that adds bands to prompts that were stored before there were bands. No page shows them. */
export const similarityBandRenewal: Renewal = {
  table: 'prompts',
  isDue,
  batchRows: 200,
  renew: async (tx, ids) => {
    // A prompt that is being edited is locked, and gets the bands of its new text from the edit.
    const { rows } = await sql<{ id: string; content: string }>`
      select r.id, r.content from prompts r where r.id = any(${ids}) and ${isDue} order by r.id
      for update skip locked`.execute(tx)
    // One statement for each prompt, so that others have their turn between long texts.
    for (const { id, content } of rows) await storeSimilarityBands(tx, [{ id, bands: bandsOfText(content) }])
    return rows.map(({ id }) => id)
  },
  isShown: false,
}
