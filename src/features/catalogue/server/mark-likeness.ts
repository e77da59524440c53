import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { lowestId } from '#server/platform/ids.ts'
import { bandsOf, shinglesOf } from '../likeness-rules.ts'

/** Prompts per transaction of `markAllLikeness`. */
const batchRows = 200

/** Stores the bands by which near-duplicates of these prompts are found, in the writing transaction. */
export async function markLikeness(tx: Tx, prompts: { id: string; content: string }[]): Promise<void> {
  if (prompts.length === 0) return
  const rows = prompts.map(({ id, content }) => ({ promptId: id, bands: bandsOf(shinglesOf(content)) }))
  await sql`
    insert into prompt_bands (prompt_id, bands)
    select "promptId", bands from jsonb_to_recordset(${JSON.stringify(rows)}) as r("promptId" uuid, bands integer[])
    on conflict (prompt_id) do update set bands = excluded.bands`.execute(tx)
}

/** Adds bands to prompts stored by an older version; returns how many. Several processes may run it at once. */
export async function markAllLikeness(db: Db): Promise<number> {
  let marked = 0
  let last: string = lowestId
  for (;;) {
    const { rows } = await sql<{ id: string; content: string }>`
      select p.id, p.content from prompts p
      where p.id > ${last}::uuid and not exists (select from prompt_bands b where b.prompt_id = p.id)
      order by p.id limit ${batchRows}`.execute(db)
    if (rows.length === 0) return marked
    await inTransaction(db, (tx) => markLikeness(tx, rows))
    marked += rows.length
    last = rows.at(-1)?.id ?? last
  }
}
