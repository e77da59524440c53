import { sql } from 'kysely'
import { expect } from 'vitest'
import { createCategory } from '#features/catalogue/server/create-category.ts'
import { deleteCategory } from '#features/catalogue/server/delete-category.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { TestSite } from './test-site.ts'

/**
 * Creates a category, and calls `write` while a transaction that deletes the category is open. Commits that transaction
 * as soon as `write` waits for it. Returns the outcome of `write`.
 */
export async function writeDuringDeletion<Result>(
  { db }: TestSite,
  slug: string,
  write: () => Promise<Result>,
): Promise<PromiseSettledResult<Result> | undefined> {
  const id = await inTransaction(db, (tx) => createCategory(tx, { name: slug, description: 'Soon gone' }))
  let outcomes: Promise<PromiseSettledResult<Result>[]> | undefined
  await inTransaction(db, async (tx) => {
    await deleteCategory(tx, id)
    outcomes = Promise.allSettled([write()])
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
      return rows[0]?.count
    }
    await expect.poll(countWaiting).toBe(1)
  })
  return (await outcomes)?.[0]
}
