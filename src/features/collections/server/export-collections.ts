import type { Db } from '#platform/database/db.ts'
import { readItems } from './item-queries.ts'

/**
 * Streams a user's collections with their items, for the export of the user's data. `target` is null if an item's
 * prompt, tool or comparison is hidden.
 */
export async function* exportCollections(db: Db, userId: string) {
  const collections = await db
    .selectFrom('collections')
    .select(['id', 'slug', 'title', 'description', 'visibility', 'forkOf', 'removedReason', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  for (const collection of collections)
    yield { ...collection, items: await readItems(db, collection.id, { userId, withHidden: true }) }
}
