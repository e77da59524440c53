import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { moveBefore } from '../rules.ts'
import { touchCollection } from './add-item.ts'
import type { ItemPath } from './change-item.ts'
import { lockOwnCollectionOrThrow } from './lock-collection.ts'

/**
 * Moves an item of a member's own collection (by id or slug) before another item, or to the end if `before` is null.
 * Concurrent moves wait for each other, so no item is lost or duplicated. Returns the ids of all items in order. Throws
 * AppError authentication_required, not_found or conflict (the other item is gone).
 */
export function moveItem(
  db: Db,
  member: Member,
  { id, itemId }: ItemPath,
  before: string | null,
  now: Date,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const collection = await lockOwnCollectionOrThrow(tx, member, id)
    const rows = await tx
      .selectFrom('collectionItems')
      .select('id')
      .where('collectionId', '=', collection.id)
      .orderBy('position')
      .execute()
    const ids = rows.map((row) => row.id)
    if (!ids.includes(itemId)) throw notFound(t('This item'))
    if (before !== null && !ids.includes(before))
      throw new AppError('conflict', t('The list has changed in the meantime. Move the item again.'))
    const order = moveBefore(ids, itemId, before)
    if (order.every((one, index) => one === ids[index])) return order
    await sql`
      update collection_items i set position = placed.position
      from unnest(${order}::uuid[]) with ordinality as placed(id, position)
      where i.id = placed.id and i.collection_id = ${collection.id} and i.position <> placed.position`.execute(tx)
    await touchCollection(tx, collection, now)
    return order
  })
}
