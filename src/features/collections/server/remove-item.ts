import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/db.ts'
import { touchCollection } from './add-item.ts'
import type { ItemPath } from './change-item.ts'
import { lockOwnCollectionOrThrow } from './lock-collection.ts'

/**
 * Removes an item from a member's own collection (by id or slug). Does nothing if the collection doesn't have it.
 * Throws AppError authentication_required or not_found.
 */
export async function removeItem(db: Db, member: Member, { id, itemId }: ItemPath, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const collection = await lockOwnCollectionOrThrow(tx, member, id)
    const { numDeletedRows } = await tx
      .deleteFrom('collectionItems')
      .where('id', '=', itemId)
      .where('collectionId', '=', collection.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await touchCollection(tx, collection, now)
  })
}
