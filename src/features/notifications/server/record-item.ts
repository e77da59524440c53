import { isClosed } from '#features/collections/rules.ts'
import type { OnItemAdded } from '#features/collections/server/add-item.ts'
import { recordEvent } from './record-event.ts'

/**
 * Records that an item was added to a collection, unless the collection is private or for groups. All items of a collection are one
 * thread.
 */
export const recordItem: OnItemAdded = async (tx, { id, userId, visibility }, now) => {
  if (isClosed(visibility)) return
  const about = { subjectId: id, collectionId: id, promptId: null }
  await recordEvent(tx, { kind: 'collection-item', ...about, actorId: userId, now })
}
