import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'

/**
 * Locks all categories, so that one transaction at a time adds or moves them. Read them in a later statement, which
 * sees what the previous transaction committed. Transactions that add prompts to a category don't wait for this lock.
 */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`select from categories order by id for no key update`.execute(tx)
}
