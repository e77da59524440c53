import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { collectionListsKey, type LockedCollection } from './lock-collection.ts'

/**
 * Features a locked collection on the home page, or takes it off the home page. The caller checks the role. Throws
 * AppError conflict (only a public collection can be featured).
 */
export async function featureCollection(
  tx: Tx,
  member: Member,
  { id, visibility, removedReason, featuredAt }: LockedCollection,
  { featured, now }: { featured: boolean; now: Date },
): Promise<void> {
  if (featured === (featuredAt !== null)) return
  if (featured && (visibility !== 'public' || removedReason !== null))
    throw new AppError('conflict', t('Only a public collection can be featured.'))
  await tx
    .updateTable('collections')
    .set({ featuredAt: featured ? now : null })
    .where('id', '=', id)
    .execute()
  await recordContentChange(tx, [id, 'lists'])
  const action = featured ? 'collection.feature' : 'collection.unfeature'
  await recordAuditEntry(tx, member, { action, target: { kind: 'collection', id } })
}

/**
 * Removes a locked collection with a reason for its owner, or restores it if `reason` is null. Keeps `featuredAt`, so
 * a featured collection is featured again once it is restored. Returns whether anything changed. The caller checks the
 * role.
 */
export async function setRemovedReason(
  tx: Tx,
  member: Member,
  { id, removedReason: before }: LockedCollection,
  reason: string | null,
): Promise<boolean> {
  if ((before === null) === (reason === null)) return false
  await tx.updateTable('collections').set({ removedReason: reason }).where('id', '=', id).execute()
  await recordContentChange(tx, [id, collectionListsKey, 'lists'])
  const action = reason === null ? 'collection.restore' : 'collection.remove'
  await recordAuditEntry(tx, member, { action, target: { kind: 'collection', id } })
  return true
}

/** Removes all collections of a banned user, including private ones. Each can be restored separately. */
export async function removeCollectionsOf(tx: Tx, userId: string, reason: string): Promise<void> {
  const rows = await tx
    .updateTable('collections')
    .set({ removedReason: reason })
    .where('userId', '=', userId)
    .where('removedReason', 'is', null)
    .returning('id')
    .execute()
  if (rows.length > 0) await recordContentChange(tx, [...rows.map(({ id }) => id), collectionListsKey, 'lists'])
}
