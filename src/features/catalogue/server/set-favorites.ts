import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'

/** Stores how many members saved each prompt. The caller must lock the prompts (`lockPrompts`) before it counts. */
export async function setFavorites(tx: Tx, counts: { promptId: string; favorites: number }[]): Promise<void> {
  await sql`
    update prompts p set favorites = new.favorites
    from jsonb_to_recordset(${JSON.stringify(counts)}) as new("promptId" uuid, favorites integer)
    where p.id = new."promptId"`.execute(tx)
}
