import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { CollectionItem } from '../contract.ts'
import { touchCollection } from './add-item.ts'
import { readItem } from './item-queries.ts'
import { lockOwnCollectionOrThrow } from './lock-collection.ts'

/** Where an item is. `id` is the id or slug of its collection. */
export type ItemPath = { id: string; itemId: string }

/**
 * Changes the note of an item in a member's own collection (by id or slug). Throws AppError authentication_required or
 * not_found.
 */
export function changeItem(
  db: Db,
  member: Member,
  { id, itemId }: ItemPath,
  { note }: { note: string },
  now: Date,
): Promise<CollectionItem> {
  return inTransaction(db, async (tx) => {
    const collection = await lockOwnCollectionOrThrow(tx, member, id)
    const { numUpdatedRows } = await tx
      .updateTable('collectionItems')
      .set({ note })
      .where('id', '=', itemId)
      .where('collectionId', '=', collection.id)
      .executeTakeFirst()
    const item = numUpdatedRows > 0n ? await readItem(tx, member.id, itemId) : undefined
    if (!item) throw notFound(t('This item'))
    await touchCollection(tx, collection, now)
    return item
  })
}
