import type { Member } from '#platform/actor.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { collectionListsKey, lockOwnCollectionOrThrow, recordCollectionChange } from './lock-collection.ts'

/**
 * Permanently deletes a member's own collection (by id or slug). Throws AppError authentication_required or not_found.
 */
export async function deleteCollection(db: Db, member: Member, idOrSlug: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const collection = await lockOwnCollectionOrThrow(tx, member, idOrSlug)
    await tx.deleteFrom('collections').where('id', '=', collection.id).execute()
    await recordCollectionChange(tx, collection, collection.visibility)
  })
}

/** Deletes all collections of a member whose account is deleted, and invalidates the pages that show them. */
export async function deleteCollectionsOf(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.deleteFrom('collections').where('userId', '=', userId).returning('id').execute()
  if (rows.length > 0) await recordContentChange(tx, [...rows.map(({ id }) => id), collectionListsKey, 'lists'])
}
