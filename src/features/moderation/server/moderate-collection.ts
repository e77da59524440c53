import type { Collection } from '#features/collections/contract.ts'
import { getCollectionOrThrow } from '#features/collections/server/collection-queries.ts'
import { type LockedCollection, lockCollection } from '#features/collections/server/lock-collection.ts'
import { featureCollection, setRemovedReason } from '#features/collections/server/moderate-collection.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import type { AdminCollectionEdit } from '../contract.ts'
import { collectionRemovedEmail, collectionRestoredEmail } from './author-emails.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'

/**
 * Features a collection (id or slug) or stops featuring it, removes it with a reason, or restores it. Throws AppError
 * authentication_required, forbidden, not_found, conflict (only a public collection can be featured).
 */
export async function moderateCollection(
  context: ModerationContext,
  actor: Actor,
  idOrSlug: string,
  { featured, removedReason }: AdminCollectionEdit,
): Promise<Collection> {
  const moderator = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    const collection = await lockCollectionOrThrow(tx, moderator, idOrSlug)
    if (removedReason !== undefined) await removeOrRestoreCollection(context, tx, moderator, collection, removedReason)
    if (featured !== undefined)
      await featureCollection(
        tx,
        moderator,
        { ...collection, ...(removedReason !== undefined && { removedReason }) },
        { featured, now: context.now() },
      )
    return getCollectionOrThrow(tx, moderator, collection.id)
  })
}

/** Locks a collection that the moderator may see. Throws AppError not_found. */
export async function lockCollectionOrThrow(tx: Tx, moderator: Member, idOrSlug: string): Promise<LockedCollection> {
  const { id } = await getCollectionOrThrow(tx, moderator, idOrSlug)
  const collection = await lockCollection(tx, id)
  if (!collection) throw notFound('This collection')
  return collection
}

/**
 * Removes a locked collection with a reason, or restores it if the reason is null. Notifies and emails its owner, unless
 * the moderator owns it. Returns whether the collection changed.
 */
export async function removeOrRestoreCollection(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  collection: LockedCollection,
  reason: string | null,
): Promise<boolean> {
  if (!(await setRemovedReason(tx, moderator, collection, reason))) return false
  const { id, userId, title } = collection
  const outcome = reason === null ? 'collection-restored' : 'collection-removed'
  if (userId !== moderator.id)
    await notifyUser(context, tx, userId, { outcome, subjectId: id, promptId: null, collectionId: id }, (username) =>
      reason === null
        ? collectionRestoredEmail(context, username, { title })
        : collectionRemovedEmail(context, username, { title }, reason),
    )
  return true
}
