import { sql } from 'kysely'
import { setFavorites } from '#features/catalogue/server/set-favorites.ts'
import type { Tx } from '#server/platform/db.ts'

/** Counts afresh who keeps prompts that the caller holds, and has the catalogue write it. */
export async function countSavers(tx: Tx, promptIds: string[]): Promise<void> {
  const { rows } = await sql<{ promptId: string; favorites: number }>`
    select p.id as "promptId", count(f.user_id) as favorites
    from unnest(${promptIds}::uuid[]) as p(id) left join favourites f on f.prompt_id = p.id group by p.id`.execute(tx)
  await setFavorites(tx, rows)
}
