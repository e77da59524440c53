import { sql } from 'kysely'
import type { ContentKey } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Returns the cache keys of the lists that contain these prompts: the general lists, and the lists of their categories
 * and accounts. For a fork, also returns the id of the prompt that it was made from, whose page counts its forks.
 */
export async function cacheKeysOfLists(
  tx: Tx,
  prompts: { categoryId: string; userId: string; forkOf: string | null }[],
): Promise<ContentKey[]> {
  const { rows } = await sql<{ key: string }>`
    select 'category:' || slug as key from categories where id = any(${prompts.map((prompt) => prompt.categoryId)})
    union
    select 'user:' || lower(username::text) from users where id = any(${prompts.map((prompt) => prompt.userId)})`.execute(
    tx,
  )
  return ['lists', ...rows.map((row) => row.key), ...prompts.flatMap(({ forkOf }) => forkOf ?? [])]
}
