import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'

/**
 * One at a time adds or moves categories: places are counted from what is there. Read them in a statement after this one,
 * which sees what the one before added. Who files prompts meanwhile doesn't wait.
 */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`select from categories order by id for no key update`.execute(tx)
}
