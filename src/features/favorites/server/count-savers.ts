import { sql } from 'kysely'
import { setFavorites } from '#features/catalogue/server/stored/store-card-facts.ts'
import type { Tx } from '#platform/database/db.ts'

/** Recounts how many members saved these prompts, and stores the counts. The caller must have locked the prompts. */
export async function countSavers(tx: Tx, promptIds: string[]): Promise<void> {
  const { rows } = await sql<{ promptId: string; favorites: number }>`
    select p.id as "promptId", count(f.user_id) as favorites
    from unnest(${promptIds}::uuid[]) as p(id) left join favourites f on f.prompt_id = p.id group by p.id`.execute(tx)
  await setFavorites(tx, rows)
}
